import { ArrowLeft, ArrowRight } from 'lucide-react'

import { IconButton } from '#web/ui/IconButton.tsx'

import styles from './ImagesField.module.css'

export function MoveImageButtons({
  index,
  count,
  isDisabled = false,
  onMove,
}: {
  index: number
  count: number
  isDisabled?: boolean
  onMove: (by: -1 | 1) => void
}) {
  return (
    <>
      <IconButton
        label={`Move image ${index + 1} earlier`}
        icon={<ArrowLeft />}
        size="sm"
        data-action="earlier"
        className={styles.action}
        disabled={isDisabled || index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move image ${index + 1} later`}
        icon={<ArrowRight />}
        size="sm"
        data-action="later"
        className={styles.action}
        disabled={isDisabled || index === count - 1}
        onClick={() => onMove(1)}
      />
    </>
  )
}
