import { expect, test } from 'vitest';
import { verdict } from './deal';
import type { Deal } from './wire';

const key = '01'.repeat(32);
const promised = '38790331b50ae1e1933471f306fca91798930af6a1de14110c3f72f94d1b01fb';
const deal: Deal = { kind: 'drawn', commitment: promised };
const opened = { seed: '7', key, committed: `fuda-deal-1 chacha20 7 ${key}` };

test('a deal is right if it is the one that was promised', () => {
  expect(verdict(promised, deal, null)).toBe('open');
  expect(verdict(promised, deal, opened)).toBe('right');
});

test('another seed, another text and another promise are wrong', () => {
  const other = { ...opened, seed: '8', committed: `fuda-deal-1 chacha20 8 ${key}` };
  expect(verdict(promised, deal, other)).toBe('wrong');
  expect(verdict(promised, deal, { ...opened, seed: '8' })).toBe('wrong');
  expect(verdict('00', deal, opened)).toBe('wrong');
  expect(verdict(promised, { kind: 'chosen', seed: '7' }, null)).toBe('wrong');
});
