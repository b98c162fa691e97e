import { expect, test } from 'vitest'

import { processorMs } from '#test-support/processor-time.ts'

import { compareFiles } from './compare-versions.rules.ts'

type File = Parameters<typeof compareFiles>[0][number]

/** `path=content`. */
function filesOf(...texts: string[]): File[] {
  return texts.map((text, n) => {
    const [path = '', content = ''] = text.split('=')
    return { n, path, size: content.length, sha256: content, kind: 'text', isStored: true }
  })
}

function compare(before: File[], after: File[]) {
  const { files, counts } = compareFiles(before, after)
  return {
    counts,
    files: files.map(({ change, path, from }) => `${change} ${path}${from ? ` < ${from}` : ''}`),
  }
}

test('equal lists have no changes', () => {
  const { files, counts } = compare(filesOf('a=1', 'b=2', 'c='), filesOf('c=', 'b=2', 'a=1'))

  expect(files).toEqual([])
  expect(counts).toEqual({ changed: 0, added: 0, removed: 0, moved: 0 })
})

test('files are changed, added, removed and moved', () => {
  const before = filesOf('same=0', 'edited=1', 'old/kept.lua=2', 'gone=3')
  const after = filesOf('same=0', 'edited=9', 'new/kept.lua=2', 'more=4')

  expect(compare(before, after)).toEqual({
    files: ['changed edited', 'moved new/kept.lua < old/kept.lua', 'added more', 'removed gone'],
    counts: { changed: 1, added: 1, removed: 1, moved: 1 },
  })
})

test('a file is moved to one path, first to one with its name', () => {
  const before = filesOf('a/x.lua=1', 'a/y.lua=1')
  const after = filesOf('b/z.lua=1', 'b/y.lua=1', 'b/x.lua=1')

  expect(compare(before, after).files).toEqual([
    'moved b/y.lua < a/y.lua',
    'moved b/x.lua < a/x.lua',
    'added b/z.lua',
  ])
})

test('a copy, a swap and an empty file are not moved', () => {
  expect(compare(filesOf('a=1'), filesOf('a=1', 'b=1')).files).toEqual(['added b'])
  expect(compare(filesOf('a=1', 'b=2'), filesOf('a=2', 'b=1')).files).toEqual(['changed a', 'changed b'])
  expect(compare(filesOf('a='), filesOf('b=')).files).toEqual(['added b', 'removed a'])
})

test('20,000 files with one content that moved are compared in linear time', () => {
  const paths = Array.from({ length: 20_000 }, (_, index) => `${index}=1`)
  const begin = processorMs()

  const { counts } = compareFiles(filesOf(...paths), filesOf(...paths.map((path) => `new/${path}`)))

  expect(counts).toEqual({ changed: 0, added: 0, removed: 0, moved: 20_000 })
  expect(processorMs() - begin).toBeLessThan(5000)
})
