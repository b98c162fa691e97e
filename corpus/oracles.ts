import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { compareJavaScript } from '../fuzz/compare-javascript.ts'
import { createLuaOracle } from '../fuzz/compare-lua.ts'
import { gitDirectoryOf, headOf, readCommit } from './git-files.ts'

/** Files of other projects: more of one project say little new. */
const perRepository = 150
const sizeMax = 200_000

/** Reads the JavaScript and Lua of the repositories in a folder as oxc and the compiler of Lua do. Nothing is run. */
export async function measureOracles(folder: string, filesMax: number): Promise<string> {
  const count = { js: 0, lua: 0 }
  const differences: string[] = []
  const compareLua = await createLuaOracle()
  for (const name of readdirSync(folder).sort()) {
    const directory = gitDirectoryOf(folder, name.replace('+', '/'))
    if (directory === undefined) continue
    const files = readCommit(directory, headOf(directory))
      .filter(({ path, size }) => /\.(js|lua)$/.test(path) && !/\.min\./.test(path) && size < sizeMax)
      .slice(0, perRepository)
    for (const { path, read } of files) {
      const language = path.endsWith('.js') ? 'js' : 'lua'
      const text = read()?.toString('utf8')
      if (text === undefined || count[language] >= filesMax / 2) continue
      count[language]++
      const [first] = (language === 'js' ? compareJavaScript : compareLua)(text).differences
      if (first !== undefined) differences.push(`${join(name, path)}: ${first}`)
    }
  }
  return [
    `${count.js} files of JavaScript, ${count.lua} of Lua, ${differences.length} read differently`,
    ...differences,
  ].join('\n')
}
