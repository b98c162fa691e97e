import { expect, test } from 'vitest'

import { csvRow } from './activity-log.ts'

test.each([
  ['plain text', ['a', 1, null, 'ö'], 'a,1,,ö\r\n'],
  ['what separates', ['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  ['a sum', ['=1+1'], '"\'=1+1"\r\n'],
  [
    'a call',
    ['=HYPERLINK("https://evil.example","x")'],
    '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n',
  ],
  ['a plus', ['+1'], '"\'+1"\r\n'],
  ['a minus', ['-1'], '"\'-1"\r\n'],
  ['an at', ['@SUM(A1)'], '"\'@SUM(A1)"\r\n'],
  ['a wide equals', ['＝1'], '"\'＝1"\r\n'],
  ['a sum after blanks', ['  =1'], '"\'  =1"\r\n'],
  ['a tab', ['\t=1'], '"\'\t=1"\r\n'],
  ['a line break first', ['\r=1'], '"\'\r=1"\r\n'],
])('%s is nothing but text to a spreadsheet', (_, cells, row) => expect(csvRow(cells)).toBe(row))
