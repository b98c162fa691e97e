import { expect, test } from 'vitest'

import { scanText } from './text-files.ts'

const rulesOf = (text: string) => scanText(text, { side: 'none', path: 'a.sql' }).map(({ rule }) => rule)

test.each([
  "CREATE USER 'a'@'%' IDENTIFIED BY 'b';",
  "GRANT ALL PRIVILEGES ON *.* TO 'a'@'%';",
  "GRANT SELECT ON cars TO 'a'@'%' WITH GRANT OPTION;",
])('%s is an account of the database', (text) => {
  expect(rulesOf(text)).toEqual(['grants-rights'])
})

test.each([
  'GRANT SELECT ON public.cars TO authenticated;',
  'GRANT EXECUTE ON FUNCTION count_cars() TO authenticated;',
])('%s is a right on the own schema', (text) => {
  expect(rulesOf(text)).toEqual([])
})

test.each([
  'CREATE TRIGGER a AFTER INSERT ON b FOR EACH ROW DELETE FROM users',
  'CREATE EVENT a ON SCHEDULE EVERY 1 DAY DO DROP TABLE users',
])('%s deletes data', (text) => {
  expect(rulesOf(text)).toEqual(['deletes-data'])
})

test('a trigger that runs after something was deleted deletes nothing', () => {
  expect(rulesOf('CREATE TRIGGER a AFTER INSERT OR DELETE ON b EXECUTE FUNCTION log()')).toEqual([])
})

const addsColumn = "SET @a := (SELECT IF(EXISTS(SELECT 1 FROM b), 'SELECT 1', 'ALTER TABLE b ADD c INT'));"

test('a prepared statement that is one of two readable texts is not hidden', () => {
  expect(rulesOf(`${addsColumn} PREPARE s FROM @a;`)).toEqual([])
})

test.each([
  'SET @a = UNHEX(b); PREPARE s FROM @a;',
  "SET @a = IF(TRUE, UNHEX('44'), ''); PREPARE s FROM @a;",
  "SET @a = IF(TRUE, UNHEX('44'), IF(TRUE, '', '')); PREPARE s FROM @a;",
  'SELECT c INTO @a FROM b; PREPARE s FROM @a;',
  `${addsColumn} SET @A = UNHEX(b); PREPARE s FROM @a;`,
  `${addsColumn} SELECT c INTO @a FROM b; PREPARE s FROM @a;`,
  `${addsColumn} SET @\`a\` = UNHEX(b); PREPARE s FROM @a;`,
  `${addsColumn} -- '\nSET @a = UNHEX(b); -- '\nPREPARE s FROM @a;`,
  `${addsColumn} /*! SET @a = UNHEX(b); */ PREPARE s FROM @a;`,
  "SET @a = IF(TRUE, 'SELECT 1', 'EXECUTE IMMEDIATE UNHEX(b)'); PREPARE s FROM @a;",
  'PREPARE s FROM @a;',
])('%s is a hidden statement', (text) => {
  expect(rulesOf(text)).toEqual(['hidden-text'])
})
