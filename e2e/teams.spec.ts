import { randomBytes } from 'node:crypto'

import { expect } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { zipFile } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { fillIn, published, sendButton, submitForm } from './submit-form.ts'
import {
  registerUploader,
  signInOwner,
  signInPage,
  submitScript,
  uniqueName,
  type RegisteredUser,
} from './users.ts'

async function createTeam(owner: RegisteredUser) {
  const draft = { name: uniqueName('team'), text: '', links: [] }
  const { body } = await requireSuccess(appUrl, owner, 'POST', '/api/teams', draft)
  return { id: Number(body.id), name: draft.name }
}

async function join(owner: RegisteredUser, member: RegisteredUser, teamId: number, role: string) {
  const draft = { username: member.username, role }
  await requireSuccess(appUrl, owner, 'POST', `/api/teams/${teamId}/invitations`, draft)
  const { body } = await requireSuccess(appUrl, member, 'GET', '/api/account/teams')
  await requireSuccess(appUrl, member, 'POST', `/api/team-invitations/${body.invitations[0]?.id}/accept`)
}

/** The texts of the notifications, which a background job writes. */
async function notificationsOf(user: RegisteredUser): Promise<string[]> {
  const { body } = await requireSuccess(appUrl, user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

function archive(version: string): Buffer {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nversion '${version}'\nserver_script 'server.lua'\n`
  return zipOf([
    { name: 'hud/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'hud/server.lua', content: `-- ${randomBytes(8).toString('hex')}\n`, deflate: true },
  ])
}

test('the Owner field offers the teams of a member, and the script is that of the chosen team', async ({
  page,
}) => {
  const owner = await registerUploader()
  const other = await registerUploader()
  const team = await createTeam(owner)
  const guest = await createTeam(other)
  await join(other, owner, guest.id, 'contributor')
  await signInPage(page, owner)
  await page.goto('/submit')
  const form = submitForm(page)
  const field = form.getByRole('combobox', { name: 'Owner' })

  // A contributor of a team submits nothing for it.
  await expect(field.getByRole('option')).toHaveText([`${owner.username} (you)`, team.name])
  await field.selectOption(team.name)
  await expectNoViolations(page, [1440, 390])
  const name = uniqueName('Towing')
  await fillIn(form, { name })
  await sendButton(form).click()
  await expect(published(page)).toBeVisible()
  await page.getByRole('link', { name: 'View Script' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('main').getByRole('link', { name: team.name }).first().click()
  await expect(page).toHaveURL(`/teams/${team.name.toLowerCase()}`)
  await expect(page.getByRole('list', { name: `Scripts by ${team.name}` })).toContainText(name)
})

test('a member of no team sees no Owner field', async ({ page }) => {
  await signInPage(page, await registerUploader())
  await page.goto('/submit')
  const form = submitForm(page)

  const teams = page.waitForResponse((response) => response.url().endsWith('/api/account/teams'))
  await page.reload()
  await teams
  await expect(form.getByLabel('Script name')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Owner' })).toHaveCount(0)
})

test('an invitation to a team is accepted by keyboard; until then the page does not say that there is none', async ({
  page,
}) => {
  const [owner, member] = [await registerUploader(), await registerUploader()]
  const team = await createTeam(owner)
  const draft = { username: member.username, role: 'contributor' }
  await requireSuccess(appUrl, owner, 'POST', `/api/teams/${team.id}/invitations`, draft)
  await signInPage(page, member)
  await page.goto('/invitations')
  const none = page.getByRole('heading', { name: 'No open invitations' })

  const accept = page.getByRole('button', { name: `Accept ${team.name}` })
  await expect(accept).toBeVisible()
  await expect(none).toHaveCount(0)
  await accept.press('Enter')
  await expect(none).toBeVisible()
  await expectFocusNotLost(page)
})

test('a contributor publishes an update of a script of the team: the others are notified, and the history names the member', async ({
  page,
  browser,
}) => {
  const owner = await registerUploader()
  const member = await registerUploader()
  const team = await createTeam(owner)
  await join(owner, member, team.id, 'contributor')
  const script = await submitScript(owner, { version: '1.0.0', archive: archive('1.0.0') })
  await requireSuccess(appUrl, owner, 'POST', `/api/scripts/${script.id}/transfer`, { username: team.name })
  const { body } = await requireSuccess(appUrl, owner, 'GET', '/api/invitations')
  await requireSuccess(appUrl, owner, 'POST', `/api/invitations/${body.invitations[0]?.id}/accept`)

  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await page
    .getByRole('region', { name: 'Script management' })
    .getByRole('link', { name: 'Upload a version' })
    .click()
  const form = page.getByRole('form', { name: 'Upload a version' })
  await form.getByLabel('New script file').setInputFiles(zipFile('hud.zip', archive('1.1.0')))
  const fields = form.getByRole('group', { name: 'New version' })
  await expect(fields.getByRole('textbox', { name: 'Version' })).toHaveValue('1.1.0')
  await fields.getByRole('textbox', { name: 'Changelog' }).fill('- Loads faster')
  await expectNoViolations(page, [1440, 390])
  await form.getByRole('button', { name: 'Upload version' }).click()
  await expect(page.getByText('1.1.0 is now the current version.')).toBeVisible()
  await expect(page).toHaveURL(`/scripts/${script.id}/versions`)
  const versions = page.getByRole('list', { name: 'Versions, newest first' }).locator('> li')
  await expect(versions.getByRole('heading', { level: 2 })).toHaveText(['1.1.0', '1.0.0'])
  await expect(versions.first()).toContainText('Loads faster')
  await expect(versions.first().getByRole('link', { name: member.username })).toBeVisible()
  await expect(versions.last().getByRole('link', { name: owner.username })).toBeVisible()

  const text = new RegExp(`${member.username}.*1\\.1\\.0`)
  await expect.poll(() => notificationsOf(owner)).toContainEqual(expect.stringMatching(text))
  expect(await notificationsOf(member)).not.toContainEqual(expect.stringMatching(text))
  const others = await (await browser.newContext()).newPage()
  await signInPage(others, owner)
  await others.goto('/notifications')
  await expect(others.getByRole('main').getByText(text).first()).toBeVisible()
  await others.goto(`/scripts/${script.id}/versions`)
  await others.getByRole('link', { name: 'History' }).click()
  const change = others.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first()
  await expect(change).toContainText('Version Published 1.1.0')
  await expect(change).toContainText(`by ${member.username}`)
  await expectNoViolations(others)
  await others.context().close()

  const staff = await (await browser.newContext()).newPage()
  await signInPage(staff, await signInOwner())
  await staff.goto(`/scripts/${script.id}/history`)
  const entry = staff.getByRole('listitem').filter({ hasText: 'Version Published' }).first()
  await expect(entry).toContainText(`by ${member.username}`)
  await expect(entry).toContainText('1.1.0')
  await staff.context().close()
})
