import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './LinkCard.module.css'

/** The outline of a form that is loaded once the page runs: only there the link's token is known. */
export function LinkFormSkeleton({ fields }: { fields: number }) {
  return (
    <div className={styles.outline} aria-busy="true">
      <output className="visually-hidden">Loading the form</output>
      {Array.from({ length: fields }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- grey shapes have nothing else to be known by
        <Skeleton key={index} shape="block" height={71} />
      ))}
      <Skeleton shape="block" height={48} />
    </div>
  )
}
