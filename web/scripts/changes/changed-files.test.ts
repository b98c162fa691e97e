import { expect, test } from 'vitest'

import type { ChangedFile } from '#contract/scripts/changes.ts'

import { groupFiles, neighboursOf, sizeText } from './changed-files.ts'

const fileOf = (change: ChangedFile['change'], path: string, from: string | null = null): ChangedFile => ({
  path,
  change,
  from,
  size: 2048,
  sizeBefore: change === 'added' ? null : 1024,
  isText: true,
  n: 0,
  nBefore: 0,
})
const files = [
  fileOf('added', 'hud/a.lua'),
  fileOf('changed', 'hud/b.lua'),
  fileOf('moved', 'hud/new.lua', 'hud/old.lua'),
  fileOf('changed', 'hud/c.lua'),
]

const paths = (filter: string) =>
  groupFiles(files, filter).map((group) => group.files.map(({ path }) => path))

test('files are grouped by change and filtered by both paths', () => {
  expect(paths('')).toEqual([['hud/b.lua', 'hud/c.lua'], ['hud/a.lua'], [], ['hud/new.lua']])
  expect(paths(' OLD ')).toEqual([[], [], [], ['hud/new.lua']])
  expect(paths('nothing')).toEqual([[], [], [], []])
})

test('the neighbours of a file are those in the list', () => {
  expect(neighboursOf(files, 'hud/c.lua')).toMatchObject({
    position: 2,
    previous: { path: 'hud/b.lua' },
    next: { path: 'hud/a.lua' },
  })
  expect(neighboursOf(files, 'hud/b.lua').previous).toBeUndefined()
  expect(neighboursOf(files, 'hud/new.lua').next).toBeUndefined()
  expect(neighboursOf(files, 'lost')).toEqual({
    file: undefined,
    position: 0,
    previous: undefined,
    next: undefined,
  })
})

test('the former size is shown where it is another one', () => {
  expect(sizeText(fileOf('changed', 'a'))).toBe('2.0 KB, was 1.0 KB')
  expect(sizeText({ ...fileOf('changed', 'a'), sizeBefore: 2048 })).not.toContain('was')
  expect(sizeText(fileOf('added', 'a'))).not.toContain('was')
})
