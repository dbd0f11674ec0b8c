"""Events on their way to the app: kept until acknowledged, repeated when they are not."""

import asyncio
import contextlib
import time
import uuid
from collections import deque
from collections.abc import Iterable

from bot.workspace.faults import Faults
from bot.workspace.models import Delivery, Json
from bot.workspace.sockets import Hub
from bot.workspace.state import State
from bot.workspace.store import Store
from bot.workspace.timings import Timings

_REMEMBERED = 100
_MOST_WAITING = 5_000


class Outbox:
    """One task sends what is due; whoever changes something wakes it."""

    def __init__(
        self, state: State, store: Store, hub: Hub, faults: Faults, timings: Timings
    ) -> None:
        self._state, self._store, self._hub = state, store, hub
        self._faults, self._timings = faults, timings
        self._wake = asyncio.Event()
        self._held: list[Delivery] = []
        self._sent: deque[Json] = deque(maxlen=_REMEMBERED)
        self._task: asyncio.Task[None] | None = None
        hub.on_connect = self._wake.set
        hub.on_ack = self._acknowledged
        hub.on_lost = self._lost

    def start(self) -> None:
        """Begin, with what an earlier run left unacknowledged first."""
        for delivery in self._state.deliveries.values():
            delivery.due = delivery.created
        self._task = asyncio.create_task(self._run(), name="workspace-outbox")

    async def stop(self) -> None:
        """End; what is not acknowledged stays kept."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def add(self, payload: Json) -> None:
        """Take an event's payload and send it as soon as there is a socket."""
        if self._faults.settings.lose_events:
            return
        self._sent.append(payload)
        delivery = self._new(payload)
        if len(self._held) < self._faults.settings.hold_events:
            self._held.append(delivery)
        if self._faults.settings.duplicate_events:
            self._new(payload, repeat_of=1)
        self._wake.set()

    def redeliver(self, count: int) -> int:
        """Send the last events once more, with their old event ids; return how many."""
        repeated = list(self._sent)[-count:] if count > 0 else []
        for payload in repeated:
            self._new(payload, repeat_of=1)
        self._wake.set()
        return len(repeated)

    def settings_changed(self) -> None:
        """Look again: held events may be free to go."""
        self._wake.set()

    def _release(self) -> None:
        """Let go of held events, the last one first."""
        held, self._held = self._held, []
        now = time.time()
        for place, delivery in enumerate(reversed(held)):
            delivery.due = now - (len(held) - place) * 1e-3  # all due, in this order

    def _new(self, payload: Json, repeat_of: int = 0) -> Delivery:
        now = time.time()
        delivery = Delivery(
            id=str(uuid.uuid4()), payload=payload, repeat_of=repeat_of, due=now, created=now
        )
        waiting = self._state.deliveries
        if len(waiting) >= _MOST_WAITING:
            self._state.drop(next(iter(waiting.values())))
        self._state.save(delivery)
        return delivery

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            self._release_if_complete()
            await self._send_due()
            await self._store.flush()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._wake.wait()

    def _release_if_complete(self) -> None:
        settings = self._faults.settings
        if self._held and len(self._held) >= settings.hold_events:
            settings.hold_events = 0
            self._release()

    async def _send_due(self) -> None:
        now = time.time()
        due = [d for d in self._deliverable() if d.due <= now]
        for delivery in sorted(due, key=lambda d: d.due):
            expired = now - delivery.created > self._timings.event_retention
            if expired or delivery.attempts > len(self._timings.retry_delays):
                self._state.drop(delivery)
            elif not await self._send(delivery):
                return

    async def _send(self, delivery: Delivery) -> bool:
        envelope = {
            "envelope_id": delivery.id,
            "type": "events_api",
            "payload": delivery.payload,
            "accepts_response_payload": False,
            "retry_attempt": delivery.retry_attempt,
            "retry_reason": "timeout" if delivery.retry_attempt else "",
        }
        delays = self._timings.retry_delays
        wait = (
            delays[delivery.attempts]
            if delivery.attempts < len(delays)
            else self._timings.last_wait
        )
        delivery.attempts += 1
        delivery.due = time.time() + wait
        if not await self._hub.send(envelope):
            delivery.attempts -= 1
            delivery.due = time.time()
            return False
        if delivery.id in self._state.deliveries:  # the acknowledgement may already be in
            self._state.save(delivery)
        return True

    def _pause(self) -> float | None:
        waiting = self._deliverable()
        if not waiting or not self._hub.count:
            return None
        return max(0.0, min(d.due for d in waiting) - time.time())

    def _deliverable(self) -> list[Delivery]:
        held = {delivery.id for delivery in self._held}
        return [d for d in self._state.deliveries.values() if d.id not in held]

    def _acknowledged(self, envelope_id: str) -> None:
        delivery = self._state.deliveries.get(envelope_id)
        if delivery:
            self._state.drop(delivery)
            self._wake.set()

    def _lost(self, envelope_ids: Iterable[str]) -> None:
        """Slack repeats almost at once when a connection breaks, but only the first time."""
        for envelope_id in envelope_ids:
            delivery = self._state.deliveries.get(envelope_id)
            if delivery and delivery.attempts <= 1:
                delivery.due = time.time()
        self._wake.set()
