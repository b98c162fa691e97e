import type { Capability } from '#contract/archives/analysis.ts'
import type { Report } from '#contract/scripts/versions.ts'

import { counted } from './analysis-texts.ts'
import { sideTexts } from './report-texts.ts'
import { capabilityMeaning, capabilityName } from './capability-texts.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './ReportCapabilities.module.css'

/** Facts without a severity, in the order of the server. Hosts are texts, never links. */
export function ReportCapabilities({ report: { capabilities } }: { report: Report }) {
  const kinds = new Set(capabilities.map(({ kind }) => kind))
  return (
    <section className="stack gap-4" aria-labelledby="capabilities">
      <h2 id="capabilities" className="text-h2">
        What it can do
      </h2>
      {kinds.size === 0 ? (
        <p className="faint text-sm">Nothing that our scanner recognises.</p>
      ) : (
        <ul className={`framed round-lg fill-1 lined ${styles.capabilities}`}>
          {[...kinds].map((kind) => (
            <li key={kind} className="grid">
              <h3 className="sans bold text-base leading break">{capabilityName(kind)}</h3>
              <p className="muted">{capabilityMeaning(kind)}</p>
              {capabilities
                .filter((entry) => entry.kind === kind)
                .map((entry) => (
                  <Places key={entry.side} capability={entry} />
                ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Places({ capability: { side, count, values, places } }: { capability: Capability }) {
  return (
    <div className="stack gap-6px">
      <p className="faint text-sm">
        {counted(count, 'place')} · {sideTexts[side]}
      </p>
      {values.length > 0 && (
        <ul className="flex wrap gap-6px">
          {values.map((value) => (
            <li key={value} className="chip mono max-full break">
              <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
      {places.length > 0 && (
        <ul className="gap-2px-4 flex wrap faint text-sm">
          {places.map(({ path, line }) => (
            <li key={`${path}:${line}`} className="min-0 min-h-24">
              <PlaceLink path={path} line={line} />
            </li>
          ))}
          {count > places.length && <li>and {counted(count - places.length, 'other place')}</li>}
        </ul>
      )}
    </div>
  )
}
