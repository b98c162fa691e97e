import { useQuery } from '@tanstack/react-query'

import { plainLines, visibleParts } from './code-lines.ts'
import { servedTextQuery } from './files.data.ts'
import styles from './FilePanel.module.css'

/** A text as the server renders it, for readers without JavaScript. */
export function ServedText({ versionId, n }: { versionId: number; n: number }) {
  const { data } = useQuery(servedTextQuery(versionId, n))
  if (!data) return <p className="pad-4 muted">You need JavaScript to view this file.</p>
  return (
    <>
      <pre className={`pad-3-4 text-sm scroll-x ${styles.served}`}>
        {plainLines(data.text).map((tokens, index) => (
          <span key={index} id={`L${index + 1}`}>
            {tokens.map(([, text]) => visibleParts(text).map((part) => part.code ?? part.text))}
          </span>
        ))}
      </pre>
      {data.isCut && <p className="pad-4 muted">This is only the beginning of the file.</p>}
    </>
  )
}
