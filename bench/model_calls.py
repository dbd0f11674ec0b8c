"""How often a model is asked for an answer.

A running bot has a scripted OpenAI-compatible endpoint as its model. A first question, a
follow-up in its thread and a greeting are asked, and the calls that the endpoint got for each are
counted. The model supports everything, so these are the fewest calls of an answered question.
"""

from bench.figures import Figure, Scale
from bench.scene import GENERAL, LIBRARY, scene
from bench.script import FOLLOW_UP, QUESTION, ScriptedModel
from tests.e2e.talk import BOT, answer_to, ask, drop, has_sources, pdf
from tests.support.model_endpoint import ModelEndpoint


async def measure(_: Scale) -> list[Figure]:
    """Calls for each kind of question."""
    endpoint = ModelEndpoint()
    await endpoint.start()
    model = ScriptedModel(endpoint)
    try:
        async with scene(**model.settings) as place:
            await drop(place.ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
            asked = await place.ada.post(GENERAL, f"{BOT} {QUESTION}")
            first = await answer_to(place.ada, GENERAL, asked)
            after_first = model.calls
            second = await ask(place.ada, GENERAL, FOLLOW_UP, asked["ts"])
            after_second = model.calls
            await ask(place.ada, GENERAL, "hi")
            greeting = model.calls - after_second
    finally:
        await endpoint.stop()
    for answer in (first, second):
        if not has_sources(answer):
            raise RuntimeError(f"not answered: {answer['text']}")
    return [
        Figure("model calls: first question", after_first, 3),
        Figure("model calls: follow-up", after_second - after_first, 4),
        Figure("model calls: greeting", greeting, 0),
    ]
