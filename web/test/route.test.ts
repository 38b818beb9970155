/** The route: what stands in a path. */
import { expect, test } from 'vitest';
import { stepsOf } from '../src/lib/route.svelte';

test('steps are read as they were meant, and one that is wrongly written as it stands', () => {
  expect(stepsOf('/rules/egyptian%3Btarget%3D21/')).toEqual(['rules', 'egyptian;target=21']);
  expect(stepsOf('/%')).toEqual(['%']);
  expect(stepsOf('/t/%E0%A4%A')).toEqual(['t', '%E0%A4%A']);
});
