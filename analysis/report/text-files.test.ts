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
