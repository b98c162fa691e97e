import { expect, test } from 'vitest'

import { outcomeTexts } from './bulk-acts.ts'

const result = (done: boolean, scripts: number) => ({ id: 1, username: 'ada', done, scripts, reason: null })

test.each([
  [[result(true, 0)], { title: '1 user banned' }],
  [[result(true, 1), result(false, 0)], { title: '1 user banned, 1 failed', message: '1 script hidden' }],
  [[result(true, 2), result(true, 3)], { title: '2 users banned', message: '5 scripts hidden' }],
  [[result(false, 0)], { title: '0 users banned, 1 failed' }],
])('the outcome %j counts successes, failures and scripts', (results, texts) => {
  expect(outcomeTexts(results, { done: 'banned', scripts: 'hidden' })).toEqual(texts)
})
