// @ts-check
/** Follows the server-sent events; after a break it connects again and asks for a catch-up. */

const DELAYS = [250, 500, 1000, 2000, 4000];

export class Live {
  /**
   * @param {(change: Record<string, any>) => void} onChange
   * @param {() => void} onOpen called on every connection: read again what may have been missed
   * @param {(isConnected: boolean) => void} onState
   */
  constructor(onChange, onOpen, onState) {
    this.onChange = onChange;
    this.onOpen = onOpen;
    this.onState = onState;
    this.failures = 0;
    /** @type {EventSource|null} */
    this.source = null;
    this.timer = 0;
    this.user = "";
    addEventListener("online", () => this.user && this.follow(this.user));
  }

  /** @param {string} user */
  follow(user) {
    this.end();
    this.user = user;
    const source = new EventSource(`/local/stream?user=${encodeURIComponent(user)}`);
    this.source = source;
    source.onopen = () => {
      this.failures = 0;
      this.onState(true);
      this.onOpen();
    };
    source.onmessage = (event) => this.onChange(JSON.parse(event.data));
    source.onerror = () => this.again();
  }

  /** The browser's own retry gives up on some failures; this one doesn't. */
  again() {
    const wait = DELAYS[Math.min(this.failures++, DELAYS.length - 1)];
    this.end();
    this.onState(false);
    this.timer = window.setTimeout(() => this.follow(this.user), wait);
  }

  end() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}
