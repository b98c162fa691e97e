import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'

import { tokenDays, tokenLimits, tokenScopes } from '#contract/scripts/tokens.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './SettingsPage.module.css'
import { scopeHints, scopeNames, tokensQuery, tokenScriptsQuery } from './tokens.data.ts'
import { useTransientMessage } from './TransientNotice.tsx'

type Scope = (typeof tokenScopes)[number]
type Problems = Partial<Record<string, string>>

const errorTexts = accountErrorTexts({
  failed: 'Failed to create the token',
  broken: 'An error occurred while creating the token',
})

export function CreateTokenCard({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['download'])
  const [scripts, setScripts] = useState<'all' | readonly number[]>('all')
  const [days, setDays] = useState<(typeof tokenDays)[number]>(90)
  const [password, setPassword] = useState('')
  const [asksPassword, setAsksPassword] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const { message, show, clear } = useTransientMessage()
  const isForScripts = scopes.includes('read') || scopes.includes('publish')

  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: () =>
      call('POST /api/account/tokens', {
        body: {
          name,
          scopes: [...scopes],
          scripts: isForScripts && scripts !== 'all' ? [...scripts] : 'all',
          days,
          ...(password !== '' && { currentPassword: password }),
        },
      }),
    onMutate: clear,
    onSuccess: async () => {
      setName('')
      setPassword('')
      setAsksPassword(false)
      await queryClient.invalidateQueries(tokensQuery(userId))
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      if (fields.currentPassword !== undefined) setAsksPassword(true)
      if (Object.keys(fields).length > 0) setProblems(fields)
      else show('danger', errorMessage(error, errorTexts))
    },
  })

  function handleSubmit() {
    const newProblems: Problems = {
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(scopes.length === 0 && { scopes: 'Choose at least one scope' }),
      ...(isForScripts && scripts.length === 0 && { scripts: 'Choose at least one script' }),
    }
    setProblems(newProblems)
    if (Object.keys(newProblems).length === 0) mutate()
  }

  if (data) return <NewToken token={data.token} name={data.created.name} onClose={reset} />
  return (
    <SectionCard
      id="create-token-title"
      title="Create a token"
      text="Give it only what the program needs. It never has a permission of the back office."
    >
      <SettingsForm
        label="Create a token"
        message={message}
        submitLabel="Create Token"
        busyText="Creating..."
        isPending={isPending}
        onSubmit={handleSubmit}
        onChange={() => setProblems({})}
      >
        <div className={`${styles.fields} grid gap-5`}>
          <TextField
            label="Name"
            name="token-name"
            value={name}
            maxLength={tokenLimits.nameMax}
            autoComplete="off"
            error={problems.name}
            hint="Where you use it, such as Game server or GitHub."
            onChange={(event) => setName(event.target.value)}
          />
          <fieldset className="grid gap-2 full">
            <legend className="mb-2 strong">Scopes</legend>
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scopeNames[scope]}
                hint={scopeHints[scope]}
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes((chosen) =>
                    tokenScopes.filter((candidate) =>
                      candidate === scope ? target.checked : chosen.includes(candidate),
                    ),
                  )
                }
              />
            ))}
            {problems.scopes !== undefined && <FieldError>{problems.scopes}</FieldError>}
          </fieldset>
          {isForScripts && (
            <TokenScripts userId={userId} scripts={scripts} error={problems.scripts} onChange={setScripts} />
          )}
          <Select
            label="Expires after"
            value={String(days)}
            options={tokenDays.map((number) => ({ value: String(number), label: `${number} days` }))}
            hint="We send you an email three days before."
            onChange={({ target }) =>
              setDays(tokenDays.find((number) => String(number) === target.value) ?? 90)
            }
          />
          {asksPassword && (
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              value={password}
              error={problems.currentPassword}
              hint="We ask for it because you signed in more than 15 minutes ago."
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </div>
      </SettingsForm>
    </SectionCard>
  )
}

/** Shown once: the server stores only its hash. */
function NewToken({ token, name, onClose }: { token: string; name: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <SectionCard
      id="new-token-title"
      title={`${name} was created`}
      text="Copy it now and keep it secret. You will not see it again."
      titleRef={heading}
    >
      <code className="pad-3-4 framed round-md fill-2 break">{token}</code>
      <div className="row wrap gap-3 phone-fill">
        <CopyButton
          text={token}
          label="Copy Token"
          copiedTitle="Token copied"
          failedTitle="The token was not copied"
          failedText="Select it and copy it yourself."
        />
        <Button onClick={onClose}>Done</Button>
      </div>
    </SectionCard>
  )
}

type Scripts = 'all' | readonly number[]

const choices = [
  { value: 'all', label: 'All my scripts' },
  { value: 'chosen', label: 'Chosen scripts' },
] as const

/** Which scripts a token reads and publishes. */
export function TokenScripts({
  userId,
  scripts,
  error,
  onChange,
}: {
  userId: number
  scripts: Scripts
  error: string | undefined
  onChange: (scripts: Scripts) => void
}) {
  return (
    <div className="grid gap-3 items-start">
      <SegmentedControl
        label="Scripts"
        options={choices}
        value={scripts === 'all' ? 'all' : 'chosen'}
        onChange={(value) => onChange(value === 'all' ? 'all' : [])}
      />
      {scripts !== 'all' && <ScriptList userId={userId} chosen={scripts} onChange={onChange} />}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}

function ScriptList({
  userId,
  chosen,
  onChange,
}: {
  userId: number
  chosen: readonly number[]
  onChange: (scripts: Scripts) => void
}) {
  const query = useQuery(tokenScriptsQuery(userId))
  if (!query.data) return <LoadState query={query} name="your scripts" height={72} />
  if (query.data.scripts.length === 0) return <p>You have no scripts yet.</p>
  return (
    <fieldset className="grid gap-2 full pad-3 framed round-md scroll-y" style={{ maxHeight: 240 }}>
      <legend className="visually-hidden">Your scripts</legend>
      {query.data.scripts.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}
