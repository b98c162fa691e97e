import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { TouchedScript } from '#contract/moderation/blocklist.ts'
import type { CaseEffectQuery } from '#contract/moderation/cases.ts'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

import { effectQuery } from './moderation.data.ts'

/** The other scripts that a decision would touch by what it blocks, before it is made. */
export function useTouchedScripts(caseId: number, blocks: CaseEffectQuery) {
  const isBlocking =
    blocks.scripts.length > 0 || blocks.blocklist.some(({ kind }) => kind === 'archive' || kind === 'file')
  const { data, isError, isPlaceholderData } = useQuery({
    ...effectQuery(caseId, blocks),
    enabled: isBlocking,
  })
  const isLoading = isBlocking && !isError && (!data || isPlaceholderData)
  const isTouching = isBlocking && (isError || data?.scripts.some(({ isSpared }) => !isSpared) === true)
  return { isBlocking, isError, isLoading, isTouching, data }
}

export function TouchedByDecision({
  touched: { isBlocking, isError, data },
  except,
  onChange,
}: {
  touched: ReturnType<typeof useTouchedScripts>
  except: readonly number[]
  onChange: (except: number[]) => void
}) {
  if (!isBlocking) return null
  if (isError) return <Alert tone="danger" title="The other scripts with this archive could not be loaded" />
  if (!data) return <p className="faint text-sm">Looking for other scripts…</p>
  if (data.scripts.length === 0)
    return <p className="faint text-sm">No other script has a blocked archive or file.</p>
  return (
    <fieldset className="stack gap-3 min-0 pad-0 borderless">
      <legend className="mb-2 text-sm strong">
        Other scripts with a blocked archive or file ({fullNumber(data.scriptCount)})
      </legend>
      <TouchedScripts {...data} except={except} onChange={onChange} />
    </fieldset>
  )
}

/** Each with a box that excepts it. */
export function TouchedScripts({
  scripts,
  scriptCount,
  except,
  onChange,
}: {
  scripts: readonly TouchedScript[]
  scriptCount: number
  except: readonly number[]
  onChange: (except: number[]) => void
}) {
  return (
    <ul className="stack gap-3 break pad-0 m-0">
      {scripts.map(({ id, name, author, isSpared, isWaiting }) => (
        <li key={id}>
          <span>
            <Link to={scriptPath(id)} className="text-link">
              {name}
            </Link>{' '}
            by <bdi>{author}</bdi>
          </span>
          {isSpared ? (
            <p className="faint text-sm">
              {isWaiting ? 'Is not blocked' : 'Stays public'}: its author uploaded it first.
            </p>
          ) : (
            <Checkbox
              label={isWaiting ? 'Do not block it there' : 'Leave it public'}
              hint={except.includes(id) ? undefined : isWaiting ? waitingHint : publicHint}
              checked={except.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...except, id] : except.filter((other) => other !== id))
              }
            />
          )}
        </li>
      ))}
      {scriptCount > scripts.length && (
        <li>
          And {fullNumber(scriptCount - scripts.length)} more, which are not listed and cannot be excluded.
        </li>
      )}
    </ul>
  )
}

const publicHint = 'It is hidden until a moderator has reviewed it.'
const waitingHint = 'One of its versions that is waiting for review has it.'
