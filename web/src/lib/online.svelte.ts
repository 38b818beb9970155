/** Online: whether there is a network, and a server that answers. */

const AGAIN = 3_000;

class Online {
  private network = $state(navigator.onLine);
  private server = $state(true);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('online', () => (this.network = true));
    addEventListener('offline', () => (this.network = false));
  }

  /** Read it in a component and it follows. */
  get yes(): boolean {
    return this.network && this.server;
  }

  /** Note that the server did not answer; it is asked again until it does. */
  lost(): void {
    this.server = false;
    this.timer ??= setTimeout(() => void this.ask(), AGAIN);
  }

  private async ask(): Promise<void> {
    this.timer = undefined;
    const answers = await fetch('/health', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
    if (answers) this.server = true;
    else this.lost();
  }
}

export const online = new Online();
