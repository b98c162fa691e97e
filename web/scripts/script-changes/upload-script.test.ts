import { expect, test } from 'vitest'

import { archiveType } from './upload-script.ts'

test.each([
  ['garage.zip', '', 'application/zip'],
  ['garage.RAR', '', 'application/vnd.rar'],
  ['garage.7z', '', 'application/x-7z-compressed'],
  ['garage.tar.gz', '', 'application/gzip'],
  ['garage.bz2', '', 'application/x-bzip2'],
  ['garage.xz', '', 'application/x-xz'],
  ['garage.tar', '', 'application/x-tar'],
  ['garage.bin', '', 'application/octet-stream'],
  ['garage', '', 'application/octet-stream'],
  ['garage.zip', 'application/x-zip-compressed', 'application/x-zip-compressed'],
])('%s of type "%s" is %s', (name, type, expected) => expect(archiveType({ name, type })).toBe(expected))
