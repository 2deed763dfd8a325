import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256';

test('it is the SHA-256 of other programs, for texts of any length', () => {
  for (let length = 0; length < 200; length++) {
    const text = '札a'.repeat(length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
