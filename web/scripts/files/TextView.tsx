import { useQuery } from '@tanstack/react-query'
import { startTransition, Suspense, useEffect, useState } from 'react'

import type { ReportFinding, TreeFile } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useUrlVersion } from '#web/scripts/versions/url-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import { codeLimits, languageOf, plainLines, type Token } from './code-lines.ts'
import { textQuery } from './files.data.ts'
import styles from './FilePanel.module.css'
import type { LineRange } from './line-range.ts'
import { ServedText } from './ServedText.tsx'

const loadView = () => import('./CodeView.tsx')
const CodeView = lazyPart(loadView, 'CodeView')

export function TextView({
  versionId,
  file: { n, path },
  ...view
}: {
  versionId: number
  file: TreeFile
  findings: readonly ReportFinding[]
  range: LineRange | undefined
  isWrapped: boolean
}) {
  const highlighted = useUrlVersion()
  const query = useQuery(textQuery(versionId, n))
  const { data, isError } = query
  const lines = useLines(data?.text, languageOf(path))
  useEffect(() => void loadView(), [])
  if (isError) return <FailedState heading="h3" title="Failed to load file" query={query} />
  if (!data || !lines)
    return (
      <>
        {/* React ignores its content in the browser. */}
        <noscript>{import.meta.env.SSR && <ServedText versionId={versionId} n={n} />}</noscript>
        <LoadingText />
      </>
    )
  if (data.text === '') return <p className="pad-4 muted">This file is empty.</p>
  return (
    <>
      <Suspense fallback={<LoadingText />}>
        <CodeView url={filePath(highlighted, path)} lines={lines} {...view} />
      </Suspense>
      {data.isCut && (
        <div className="pad-4 muted">
          <Alert tone="warn">
            This is only the beginning of the file. Download the archive to read all of it.
          </Alert>
        </div>
      )}
    </>
  )
}

function LoadingText() {
  return (
    <div className={`${styles.loading} content-start grid gap-2 pad-4`} aria-busy="true">
      <Skeleton width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="45%" />
    </div>
  )
}

/** Plain until the highlighter is loaded, and if the text is long. */
function useLines(text: string | undefined, language: string | undefined): Token[][] | undefined {
  const [lines, setLines] = useState<Token[][]>()
  useEffect(() => {
    if (text === undefined) return undefined
    let isCurrent = true
    // Rendered in slices: thousands of lines at once would block the page.
    const show = (highlighted: Token[][]) => startTransition(() => setLines(highlighted))
    const plain = () => show(plainLines(text))
    if (language === undefined || text.length > codeLimits.highlightedMax) plain()
    else
      import('./highlight.ts').then(({ highlight }) => {
        if (isCurrent) show(highlight(text, language))
      }, plain)
    return () => {
      isCurrent = false
    }
  }, [text, language])
  return lines
}
