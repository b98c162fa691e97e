import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import { until } from '../waiting.ts'
import type { Cluster } from './cluster.ts'

/** Checks without an API call: duplicate submissions, and emails sent twice or never. */
export async function inspectCluster(cluster: Cluster) {
  const client = new Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  const countOf = async (query: string) =>
    Number((await client.query<{ count: string }>(query)).rows[0]?.count)
  try {
    // Jobs of a killed node stay locked until another node detects that it has ended.
    const isWaiting = `select count(*) from graphile_worker._private_jobs where locked_at is null and run_at <= now()`
    await until(async () => (await countOf(isWaiting)) === 0, 120_000, 'The jobs did not finish')
    const unfinishedMails = await countOf(
      `select count(*) from graphile_worker.jobs where task_identifier = 'deliver-mail'`,
    )
    const accounts = await countOf(`select count(*) from users where username like 'newcomer-%'`)
    const twice = await countOf(
      `select count(*) from (select 1 from scripts group by name having count(*) > 1) as same`,
    )
    const mails = mailsOf(cluster)
    return {
      submittedTwice: twice,
      mailedTwice: mails.length - new Set(mails).size,
      neverMailed: accounts - new Set(mails).size - unfinishedMails,
      // The others wait for their time.
      unfinished: await countOf('select count(*) from graphile_worker.jobs where locked_at is not null'),
    }
  } finally {
    await client.end()
  }
}

/** The recipients of mails to new users. Without a mail server each node writes its mails to a folder. */
function mailsOf(cluster: Cluster): string[] {
  const folders = [0, 1]
    .map((index) => join(cluster.dataDir(index), 'outbox'))
    .filter((path) => existsSync(path))
  const mails = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  )
  return mails.map(({ to }) => String(to)).filter((to) => to.startsWith('newcomer-'))
}
