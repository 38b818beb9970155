/** Marks: whom the reader blocks, mutes and follows; what those say is not shown. */
import { ask, identity, token } from './api';
import type { Marked } from './messages';

class Marks {
  all = $state.raw<Marked[]>([]);
  private read = false;

  constructor() {
    identity.addEventListener('change', () => {
      this.all = [];
      if (this.read) void this.start(true);
    });
  }

  /** Read them, if the reader may have any. */
  async start(again = false): Promise<void> {
    if ((this.read && !again) || !token()) return;
    this.read = true;
    this.all = await ask<Marked[]>('GET', '/api/marks').catch(() => this.all);
  }

  has(person: string, kind: Marked['kind']): boolean {
    return this.all.some((one) => one.id === person && one.kind === kind);
  }

  /** Whether what somebody says is to be shown. */
  hears(person: string): boolean {
    return !this.has(person, 'mute') && !this.has(person, 'block');
  }

  /** Mark somebody, or no longer. Throws a Refusal. */
  async turn(person: string, kind: Marked['kind']): Promise<void> {
    await ask(this.has(person, kind) ? 'DELETE' : 'PUT', `/api/marks/${kind}/${person}`);
    await this.start(true);
  }
}

export const marks = new Marks();
