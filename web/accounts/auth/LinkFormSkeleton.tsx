import styles from '#web/ui/Field.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Shown until the browser has read the link's token and loaded the form, whose styles it has. */
export function LinkFormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="grid gap-4" aria-busy="true">
      <output className="visually-hidden">Loading the form</output>
      {Array.from({ length: fields }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the shapes are identical and never reordered
        <div key={index} className={styles.field}>
          <Skeleton width={80} />
          <Skeleton shape="block" height={44} />
        </div>
      ))}
      <Skeleton shape="block" height={48} />
    </div>
  )
}
