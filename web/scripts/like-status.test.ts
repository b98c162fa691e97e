import { expect, test } from 'vitest'

import { toggledLike } from './like-status.ts'

test.each([
  ['a like adds one', { isLiked: false, likeCount: 4 }, { isLiked: true, likeCount: 5 }],
  ['a like taken back leaves one less', { isLiked: true, likeCount: 4 }, { isLiked: false, likeCount: 3 }],
  ['the count never falls below 0', { isLiked: true, likeCount: 0 }, { isLiked: false, likeCount: 0 }],
])('%s', (_, before, after) => expect(toggledLike(before)).toEqual(after))
