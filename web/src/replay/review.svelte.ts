/** The review of a match: begun, watched while it goes on, given up. */
import { Refusal, sayable } from '../lib/api';
import type { DealTold, ReviewAsked, ReviewTold } from '../lib/messages';
import type { Said } from '../lib/words.svelte';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const STRENGTHS = ['quick', 'usual', 'deep'] as const;
export type Strength = (typeof STRENGTHS)[number];
const BETWEEN = 700;
/** So often in a row a call may fail before nothing is expected any more. */
const PATIENCE = 5;

export class Review {
  state = $state<'none' | ReviewTold['state']>('none');
  done = $state(0);
  total = $state(0);
  /** The reviews so far, by deal. */
  deals = $state.raw<DealTold[]>([]);
  wrong = $state.raw<Said | null>(null);
  #id: string | null = null;
  #round = 0;

  constructor(
    private readonly asked: Omit<ReviewAsked, 'strength'>,
    private readonly call: Call,
  ) {}

  get going(): boolean {
    return this.state === 'going';
  }

  async begin(strength: Strength): Promise<void> {
    const round = (this.#round += 1);
    this.deals = [];
    this.done = this.total = 0;
    this.wrong = null;
    this.state = 'going';
    try {
      this.#take(await this.call<ReviewTold>('POST', '/api/reviews', { ...this.asked, strength }), round);
      await this.#watch(round);
    } catch (error) {
      if (round !== this.#round) return;
      this.state = 'failed';
      this.wrong = sayable(error);
    }
  }

  async cancel(): Promise<void> {
    const id = this.#id;
    this.leave();
    this.state = 'cancelled';
    if (id) await this.call('DELETE', `/api/reviews/${id}`).catch(() => undefined);
  }

  /** Watch it no longer. */
  leave(): void {
    this.#round += 1;
  }

  async #watch(round: number): Promise<void> {
    let failed = 0;
    while (round === this.#round && this.going) {
      await new Promise((go) => setTimeout(go, BETWEEN));
      if (round !== this.#round) return;
      try {
        this.#take(await this.call<ReviewTold>('GET', `/api/reviews/${this.#id}?since=${this.deals.length}`), round);
        failed = 0;
      } catch (error) {
        failed += 1;
        if (failed > PATIENCE || (error instanceof Refusal && error.status === 404)) throw error;
      }
    }
  }

  #take(told: ReviewTold, round: number): void {
    if (round !== this.#round) return;
    this.#id = told.id;
    this.deals = [...this.deals.slice(0, told.since), ...told.deals];
    this.done = told.done;
    this.total = told.total;
    this.state = told.state;
    if (told.state === 'failed') this.wrong = { key: 'web.review.failed', facts: {} };
  }
}
