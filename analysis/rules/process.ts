import { nothing, textOf } from '#analysis/flow/value.ts'
import { databaseFile, statementsOf } from './queries.ts'
import { defineRule, high, js, lua, medium } from './rule.ts'

export const process = defineRule({
  id: 'process',
  isLowerOnClient: true,
  on: ['runs-program', 'requires', 'database', 'literal'],
  test: (event) => {
    const { kind, name, named } = event
    if (kind === 'database' || kind === 'literal')
      return databaseFile.test(statementsOf(event)) ? medium('a file or program, by the database') : undefined
    if (kind === 'requires') {
      const text = textOf(named.name ?? nothing)?.replace(/^node:/, '')
      return text === 'child_process' ? high(text) : undefined
    }
    // The inner modules that start programs; others are those of old libraries.
    const inner = named.inner && textOf(named.inner)
    return inner !== undefined && !/spawn|process_wrap/.test(inner) ? undefined : high(name)
  },
  examples: {
    found: [
      js(`^module.children.find((one) => one.exports.execSync).exports.execSync(text)`),
      js(`^process._linkedBinding('spawn_sync').spawn({ file: text })`),
      js(`^require('cluster').fork()`),
      js(`^new (require('node:sqlite').DatabaseSync)(':memory:').loadExtension('stream/logo.png')`),
      lua(`^MySQL.scalar("SELECT LOAD_FILE('/srv/server.cfg')")`),
      js(`^const text = 'SELECT name INTO OUTFILE ? FROM notes'`),
      lua(`^package.loadlib(path, 'open')`),
      js(`^process.dlopen(module, path)`),
      js(`^require(nameOf(settings)).exec('id')`),
      lua(`^os.execute('id')`),
      js(`^const { exec } = require('child_process')`),
      js(`^const programs = await import('node:child_process')`),
      js(`^process.binding('spawn_sync').spawn({})`),
      js(`^import { spawn } from 'node:child_process'`),
      js(`const { Worker } = require('worker_threads')
^new Worker("require('child_process').exec('id')", { eval: true })`),
    ],
    notFound: [
      js(`module.children.find((one) => one.exports.name).exports.start(text)`),
      js(`if (require('cluster').isPrimary) start()`),
      lua(`MySQL.scalar('SELECT load_files FROM notes')`),
      lua(`package.path = path`),
      js(`process.emit('done', path)`),
      js(`const found = require('./pattern.js').exec(text)`),
      lua(`os.time()`),
      js(`const { join } = require('path')`),
      js(`const paths = await import('node:path')`),
      js(`process.binding('buffer').kStringMaxLength`),
      js(`const { Worker } = require('worker_threads')
new Worker("require('path').join('a')", { eval: true })`),
    ],
  },
})
