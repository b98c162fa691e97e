import { collectionsApi } from '#contract/scripts/collections.ts'
import { scriptMembersApi } from '#contract/scripts/members.ts'
import { teamsApi } from '#contract/scripts/teams.ts'

import { catalogue } from '../catalogue.ts'
import { lookUp, type ScriptIds, type SeedContext, type SeededUsers } from './context.ts'
import { hasTeams } from './seed.queries.ts'

const team = {
  name: 'Quayside',
  text: 'Three people and a whiteboard. We keep **small scripts** working for years.',
  links: [{ label: 'Source code', url: 'https://quayside.example.com' }],
}

/** Each has the first scripts of its category. */
const collections = [
  {
    author: 'nordlys',
    title: 'A town to begin with',
    text: 'What I install first on a new server.\n\n- start with the defaults\n- change one thing at a time',
    category: 'Scripts',
    count: 5,
  },
  {
    author: 'saltroad',
    title: 'Work for quiet evenings',
    text: 'Jobs that two players can do without a shift plan.',
    category: 'Jobs',
    count: 6,
  },
  {
    author: 'Odessa',
    title: 'Places worth driving to',
    text: 'Maps that run well together. Each one was tested beside the others.',
    category: 'Mapping',
    count: 4,
  },
] as const

/** A team with scripts of its own, a script of two authors, and collections. */
export async function seedPeople(
  { app, callApi, runStep }: SeedContext,
  users: SeededUsers,
  ids: ScriptIds,
): Promise<void> {
  if (await hasTeams(app.db)) return
  const token = (name: string) => lookUp(users, name).token
  const scriptsOf = (name: string) =>
    catalogue.filter(({ author }) => author === name).map((script) => lookUp(ids, script.name))
  const acceptAll = async (name: string) => {
    const { invitations } = await callApi(scriptMembersApi.invitations, { token: token(name) })
    for (const { id } of invitations) await callApi(scriptMembersApi.accept, { token: token(name), id })
  }

  const shareScript = async () => {
    const [id = 0] = scriptsOf('Odessa')
    await callApi(scriptMembersApi.invite, {
      token: token('Odessa'),
      id,
      body: { username: 'emberline', role: 'maintainer' },
    })
    await acceptAll('emberline')
  }
  const makeCollection = async ({ author, title, text, category, count }: (typeof collections)[number]) => {
    const { id } = await callApi(collectionsApi.create, {
      token: token(author),
      body: { title, text, visibility: 'public' },
    })
    const chosen = catalogue.filter((script) => script.category === category).slice(0, count)
    const entries = chosen.map(({ name }) => ({ scriptId: lookUp(ids, name), note: '', versionId: null }))
    await callApi(collectionsApi.replaceEntries, { token: token(author), id, body: { entries } })
  }
  // Last, because `hasTeams` says that all of this is there.
  const createTeam = async () => {
    const { id } = await callApi(teamsApi.create, { token: token('kestrel'), body: team })
    for (const [username, role] of [
      ['nordlys', 'maintainer'],
      ['papercrane', 'contributor'],
    ] as const) {
      await callApi(teamsApi.invite, { token: token('kestrel'), id, body: { username, role } })
      const own = await callApi(teamsApi.own, { token: token(username) })
      for (const invitation of own.invitations)
        await callApi(teamsApi.accept, { token: token(username), id: invitation.id })
    }
    for (const scriptId of scriptsOf('kestrel').slice(4, 8))
      await callApi(scriptMembersApi.transfer, {
        token: token('kestrel'),
        id: scriptId,
        body: { username: team.name },
      })
    await acceptAll('kestrel')
  }
  const steps = [shareScript, ...collections.map((one) => () => makeCollection(one)), createTeam]
  await runStep({ title: 'Teams and collections', items: steps, concurrency: 1 }, (step) => step())
}
