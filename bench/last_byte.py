"""From the last byte of the model to the posted answer.

A running bot has a scripted OpenAI-compatible endpoint as its model. The endpoint notes when it
sends each reply, whole and at once; a message's ts is the workspace's time of posting it. The time
between the last reply and the post is taken for a series of questions, one at a time,
each in its own thread. The figure is the 95th percentile.
"""

from statistics import median

from bench.figures import Figure, Scale, percentile
from bench.scene import GENERAL, LIBRARY, scene
from bench.script import QUESTION, ScriptedModel
from tests.e2e.talk import ask, drop, has_sources, pdf
from tests.support.model_endpoint import ModelEndpoint


async def measure(scale: Scale) -> list[Figure]:
    """Milliseconds."""
    endpoint = ModelEndpoint()
    await endpoint.start()
    model = ScriptedModel(endpoint)
    times = []
    try:
        async with scene(**model.settings) as place:
            await drop(place.ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
            for number in range(scale.of(40, 8)):
                answer = await ask(place.ada, GENERAL, QUESTION)
                if not has_sources(answer):
                    raise RuntimeError(f"not answered: {answer['text']}")
                if number:  # the first one opens connections
                    times.append((float(answer["ts"]) - model.last_reply) * 1000)
    finally:
        await endpoint.stop()
    note = f"{len(times)} answers, median {median(times):.0f} ms"
    return [Figure("last byte: to the posted answer p95", percentile(times, 95), 100, "ms", note)]
