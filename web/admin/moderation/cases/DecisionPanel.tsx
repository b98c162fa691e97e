import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'

import { caseLimits, type Case, type CaseDecision } from '#contract/moderation/cases.ts'
import type { ModerationSearch } from '#web/admin/admin-search.ts'
import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { decisionTexts } from '#web/moderation/cases/cases.texts.ts'
import { appendText } from '#web/moderation/cases/MessageForm.tsx'
import { ReadyResponses } from '#web/moderation/cases/ReadyResponses.tsx'
import { invalidateScriptLists } from '#web/scripts/script-page/script-detail.data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toast.ts'

import {
  canBlock,
  decisionDraft,
  decisionOptions,
  detailsOf,
  findingsToAccept,
  isPerScript,
  proposedScripts,
} from './decisions.ts'
import { DecisionChoice, DecisionFields, NotePreview, UnsentTexts } from './DecisionFields.tsx'
import { queueQuery, useCaseChange, useReport } from './moderation.data.ts'
import { kindOf, nextToDecide } from './queue-order.ts'
import { useTouchedScripts } from './TouchedScripts.tsx'
import { useKeptDecision, type ClaimState } from './CaseClaim.tsx'
import { useKeys } from './use-keys.ts'
import { responseAudiences, responseHints, useResponses, type CaseReadyResponse } from './use-responses.ts'

/** In the order of the form. */
const fieldNames = ['scripts', 'versionId', 'removalReason', 'ban', 'response', 'logNote']

/** The decision with its texts. After it the next case of the queue opens. */
export function DecisionPanel({
  session,
  caseData,
  subject,
  search,
  claim,
}: {
  session: Session
  caseData: Case
  /** The case with the script of the notice that is looked at. */
  subject: Case
  search: ModerationSearch
  claim: ClaimState
}) {
  const { id, title, state, blockedBy } = caseData
  const options = decisionOptions(caseData, hasPermission(session, 'admin.users.ban'))
  const form = useRef<HTMLFormElement>(null)
  const response = useRef<HTMLTextAreaElement>(null)
  const [chosen, setChosen] = useState<CaseDecision>()
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [note, setNote] = useState('')
  const [details, setDetails] = useState(() => detailsOf(caseData))
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useCaseChange(session.user.id, id)
  const { data: report } = useReport(subject)
  const findings = caseData.kind === 'review' ? findingsToAccept(report?.findings ?? []) : []
  const responses = useResponses(caseData, responseAudiences[caseData.kind])
  const option = options.find(({ decision }) => decision === chosen)
  const isBlocking = chosen !== undefined && canBlock(chosen)
  const touched = useTouchedScripts(id, {
    scripts: isBlocking ? [...(scriptsOf(chosen) ?? [])] : [],
    blocklist: isBlocking ? [...details.blocked] : [],
  })
  const { due, note: keyNote, attempt, drop } = useKeptDecision(claim, { chosen, ...touched })
  const sendDue = useEffectEvent(decide)
  useEffect(() => {
    if (due) sendDue(due)
  }, [due])

  function decide(decision: CaseDecision) {
    if (isPending) return
    pick(decision)
    mutate(draftOf(decision), {
      onSuccess: async () => {
        void showToast({ type: 'success', title: decisionTexts[decision], message: title })
        invalidateScriptLists(queryClient)
        void queryClient.invalidateQueries({ queryKey: ['versions'] })
        await openNext()
      },
      onError: (failed) => {
        drop()
        if (!(failed instanceof ApiError)) return
        const first = fieldNames.find((name) => failed.fields[name] !== undefined)
        if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
        // The case is read again, and may have no form then.
        if (failed.status === 409)
          void showToast({
            type: 'error',
            title: failed.message,
            message: 'Your decision was not saved. The page shows the case as it is now.',
          })
      },
    })
  }
  function pick(decision: CaseDecision) {
    setChosen(decision)
    if (decision !== chosen) setDetails({ ...details, scripts: undefined })
  }
  function scriptsOf(decision: CaseDecision) {
    if (!isPerScript(caseData, decision)) return undefined
    return details.scripts ?? proposedScripts(caseData, decision)
  }
  function draftOf(decision: CaseDecision) {
    const texts = { response: response.current?.value ?? '', logNote: note }
    const chosenDetails = { ...details, scripts: scriptsOf(decision) }
    return decisionDraft({ decision, texts, details: chosenDetails, findings })
  }
  async function openNext() {
    const queue = await queryClient
      .fetchQuery({
        ...queueQuery({ ...search, state: undefined, page: undefined, kind: kindOf(session, search) }),
      })
      .catch(() => undefined)
    const next = nextToDecide(queue?.cases ?? [], caseData, session.user.username, Date.now())
    await navigate(
      next
        ? { to: '/admin/moderation/$id', params: { id: String(next.id) }, search, ignoreBlocker: true }
        : { to: '/admin/moderation', search, ignoreBlocker: true },
    )
  }
  /** The form asks for more, or offers to add texts. */
  function choose(decision: CaseDecision) {
    drop()
    pick(decision)
    response.current?.focus()
  }
  /** One key decides, except that publishing a finding of severity high takes a second one. */
  function decideByKey(decision: CaseDecision) {
    setChosen(decision)
    const asks = decision === 'published' && caseData.version?.severity === 'high' && !isAsked
    if (asks) setAsked(true)
    else attempt(decision, { isSingleKey: true })
  }
  /** The text with a decision that it explains: the chosen one, or the first that is possible. */
  function insert({ text: ready, decisions }: CaseReadyResponse): CaseDecision | undefined {
    if (response.current) appendText(response.current, ready)
    setText(response.current?.value ?? '')
    const possible = decisions.filter((each) => options.some(({ decision }) => decision === each))
    const decision = possible.find((each) => each === chosen) ?? possible[0] ?? chosen
    setChosen(decision)
    return decision
  }
  useKeys({
    ...Object.fromEntries(
      options.map(({ decision, key }) => [
        key,
        () => (decision === 'published' ? decideByKey(decision) : choose(decision)),
      ]),
    ),
    ...Object.fromEntries(
      responses.slice(0, 9).flatMap((ready, index) => [
        [String(index + 1), () => insert(ready)],
        [`Shift+${index + 1}`, () => sendReady(ready)],
      ]),
    ),
    'Ctrl+Enter': () => chosen && attempt(chosen),
  })
  function sendReady(ready: CaseReadyResponse) {
    const decision = insert(ready)
    if (decision) decideByKey(decision)
  }
  function handleFieldKey(event: KeyboardEvent) {
    if (event.key === 'Escape') focusMain()
    const number = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
    const ready = responses[Number(number) - 1]
    if (ready) {
      event.preventDefault()
      insert(ready)
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !chosen) return
    event.preventDefault()
    attempt(chosen)
  }
  if (state === 'closed' && !caseData.canRestore) return <UnsentTexts response={text} note={note} />
  if (blockedBy !== null) return null
  const fields = error instanceof ApiError ? error.fields : {}
  const formError = error && Object.keys(fields).length === 0 ? error : undefined
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="decision">
      <UnsavedChangesGuard
        isActive={(text.trim() !== '' || details.blockedTexts !== '') && !isPending}
        title="Leave without a decision?"
        text="What you wrote has not been sent."
        leaveLabel="Leave"
      />
      <h2 id="decision" className="text-lg" tabIndex={-1}>
        Decision
      </h2>
      <form
        ref={form}
        noValidate
        aria-label="Decision"
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) attempt(chosen)
        }}
      >
        {formError && (
          <Alert tone="danger" title={errorMessage(formError, 'The decision was not saved')} isAlert />
        )}
        <DecisionChoice
          options={options}
          chosen={chosen}
          isOff={!claim.isReady && !isPending}
          hasKeys={claim.isReady}
          onChoose={(decision) => {
            drop()
            pick(decision)
          }}
        />
        <output>
          {keyNote && <p className="warning text-sm">{keyNote}</p>}
          {isAsked && chosen === 'published' && (
            <Alert tone="warn" title="This version has a high-severity finding">
              Press P again to publish it anyway.
            </Alert>
          )}
        </output>
        <DecisionFields
          caseData={caseData}
          report={report}
          chosen={chosen}
          scripts={chosen && scriptsOf(chosen)}
          touched={touched}
          details={details}
          findings={findings.length}
          errors={fields}
          onChange={(change) => {
            drop()
            setDetails({ ...details, ...change })
            if (error) reset()
          }}
        />
        <ReadyResponses
          responses={responses}
          isNumbered
          onChoose={(ready) => {
            const chosenResponse = responses.find(({ id: responseId }) => responseId === ready.id)
            if (chosenResponse) insert(chosenResponse)
            response.current?.focus()
          }}
        />
        <TextArea
          name="response"
          label="Response"
          hint={`${responseHints[caseData.kind]}${responses.length > 0 ? ' Alt and a number insert a saved reply.' : ''}`}
          rows={4}
          lengthMax={caseLimits.textMax}
          error={fields['response']}
          ref={(node) => {
            response.current = node
          }}
          onKeyDown={handleFieldKey}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            if (error) reset()
          }}
        />
        <TextArea
          name="logNote"
          label="Public note"
          isOptional
          rows={2}
          lengthMax={caseLimits.noteMax}
          error={fields['logNote']}
          onKeyDown={handleFieldKey}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {chosen && <NotePreview caseData={caseData} decision={chosen} note={note} />}
        <div>
          <Button
            type="submit"
            variant="cta"
            isBusy={isPending}
            busyText="Deciding..."
            disabled={!option || !claim.isReady}
          >
            {option?.label ?? 'Choose a decision'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
