import { expect, test } from 'vitest'

import { toggledLike } from './ScriptActions.tsx'

test.each([
  ['a like adds one', { isLiked: false, likeCount: 4 }, { isLiked: true, likeCount: 5 }],
  ['removing a like subtracts one', { isLiked: true, likeCount: 4 }, { isLiked: false, likeCount: 3 }],
  ['the count does not become negative', { isLiked: true, likeCount: 0 }, { isLiked: false, likeCount: 0 }],
])('%s', (_, before, after) => expect(toggledLike(before)).toEqual(after))
