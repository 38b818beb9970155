/** What a page looks at again by itself, and what was wrong with the last look. */

import { sayable } from './api';
import type { Said } from './words.svelte';

const LOOK = 3_000;

export class Looking {
  wrong = $state<Said | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = false;

  /** `look` says whether there will be more to see. */
  constructor(private readonly look: () => Promise<boolean>) {}

  /** Look now, and again until there is no more to see; an error is forgotten with the next look that succeeds. */
  async start(): Promise<void> {
    clearTimeout(this.#timer);
    let more = true;
    try {
      more = await this.look();
      this.wrong = null;
    } catch (error) {
      this.wrong = sayable(error);
    }
    if (more && !this.#gone) this.#timer = setTimeout(() => void this.start(), LOOK);
  }

  stop(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
  }
}
