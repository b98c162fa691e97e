import type { Report } from '#contract/scripts/versions.ts'

import { counted } from './analysis-texts.ts'
import { ResourceCard } from './ResourceCard.tsx'

/** Opens a few resources; more are opened by the reader. */
const openMax = 3

export function ReportResources({ report: { resources, resourcesTotal } }: { report: Report }) {
  return (
    <section className="stack gap-4" aria-labelledby="resources">
      <h2 id="resources" className="text-h2">
        Resources
      </h2>
      {resources.length === 0 && (
        <p className="faint text-sm">No manifest was found, so we cannot tell which resources it contains.</p>
      )}
      {resources.map((resource) => (
        <ResourceCard key={resource.path} resource={resource} isOpen={resources.length <= openMax} />
      ))}
      {resourcesTotal > resources.length && (
        <p className="faint text-sm">
          {counted(resourcesTotal - resources.length, 'other resource')} not shown.
        </p>
      )}
    </section>
  )
}
