import { classNames } from './class-names.ts'
import styles from './Skeleton.module.css'

/** Hidden from assistive technology: set `aria-busy` on the region. */
export function Skeleton({
  shape = 'text',
  width = '100%',
  height,
  className,
}: {
  shape?: 'text' | 'block' | 'circle'
  width?: number | string
  height?: number | string
  className?: string | undefined
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames('forced-frame', styles.skeleton, styles[shape], className)}
      style={{ width, height }}
    />
  )
}

/** A region that loads. Its text is for screen readers. */
export function LoadingBlock({ text, height }: { text: string; height: number }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{text}</output>
      <Skeleton shape="block" height={height} />
    </div>
  )
}
