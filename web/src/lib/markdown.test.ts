import { describe, expect, it } from 'vitest';
import { blocks } from './markdown';

describe('the README of a game', () => {
  it('has headings, text, lists and tables', () => {
    const text = '# War\n\nTwo **players**, `52` cards\nin [a deck](x.md).\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    expect(blocks(text)).toEqual([
      { kind: 'heading', level: 1, spans: [{ text: 'War', kind: 'plain' }] },
      { kind: 'text', spans: [{ text: 'Two ', kind: 'plain' }, { text: 'players', kind: 'strong' }, { text: ', ', kind: 'plain' }, { text: '52', kind: 'code' }, { text: ' cards in a deck.', kind: 'plain' }] },
      { kind: 'list', items: [[{ text: 'one more', kind: 'plain' }], [{ text: 'two', kind: 'plain' }]] },
      { kind: 'table', head: [[{ text: 'a', kind: 'plain' }], [{ text: 'b', kind: 'plain' }]], rows: [[[{ text: '1', kind: 'plain' }], [{ text: '2', kind: 'plain' }]]] },
    ]);
  });

  it('ends, whatever is written', () => {
    for (const text of ['', '```', '- ', '|', '#', '**', 'a\n```\nb', '- a\n# b']) expect(blocks(text).length).toBeLessThan(4);
  });
});
