/** What a page asks for: whether it waits for an answer, and what was wrong with the last one. */

import { sayable } from './api';
import type { Said } from './words.svelte';

export class Asking {
  busy = $state(false);
  wrong = $state<Said | null>(null);

  /** Do something that may fail; an error is kept to be said, and the one before forgotten. */
  async run(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.wrong = null;
    try {
      await what();
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** Keep an error to be said. */
  fail(error: unknown): void {
    this.wrong = sayable(error);
  }
}
