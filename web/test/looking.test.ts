/** Looking again: an error lasts until a look succeeds, and nothing is looked at for ever. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../src/lib/api';
import { Looking } from '../src/lib/looking.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = () => vi.advanceTimersByTimeAsync(3_000);

test('an error of one look is forgotten with the next that succeeds', async () => {
  const look = vi.fn(async () => true).mockRejectedValueOnce(new Refusal('web.error.offline'));
  const looking = new Looking(look);
  await looking.start();
  expect(looking.wrong?.key).toBe('web.error.offline');
  await later();
  expect([looking.wrong, look.mock.calls.length]).toEqual([null, 2]);
  looking.stop();
  await later();
  expect(look).toHaveBeenCalledTimes(2);
});

test('where there is no more to see nothing is looked at again', async () => {
  const look = vi.fn(async () => false);
  await new Looking(look).start();
  await later();
  expect(look).toHaveBeenCalledTimes(1);
});
