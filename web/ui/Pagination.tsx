import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import styles from './Pagination.module.css'

type PageSlot = number | 'gap-before' | 'gap-after'

/** Links, so that a page opens in a new tab. Renders nothing for a single page. */
export function Pagination({
  page,
  pageCount,
  renderLink,
}: {
  page: number
  pageCount: number
  renderLink: (page: number, props: LinkProps) => ReactNode
}) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pagination">
      <ul className={`flex wrap centered ${styles.list}`}>
        <li>
          <PaginationStep
            isDisabled={page <= 1}
            render={(props) => renderLink(page - 1, { ...props, rel: 'prev' })}
          >
            <ChevronLeft />
            <span className="phone-hidden">Previous</span>
          </PaginationStep>
        </li>
        {pageWindow(page, pageCount).map((slot) => (
          <li key={slot}>
            {typeof slot === 'number' ? (
              <Fragment>
                {renderLink(slot, {
                  className: classNames(styles.page),
                  children: (
                    <>
                      <span className="visually-hidden">Page </span>
                      {slot}
                    </>
                  ),
                  ...(slot === page && { 'aria-current': 'page' as const }),
                })}
              </Fragment>
            ) : (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
        <li>
          <PaginationStep
            isDisabled={page >= pageCount}
            render={(props) => renderLink(page + 1, { ...props, rel: 'next' })}
          >
            <span className="phone-hidden">Next</span>
            <ChevronRight />
          </PaginationStep>
        </li>
      </ul>
    </nav>
  )
}

/** Previous or Next: a link, or disabled text on the first or last page. */
function PaginationStep({
  isDisabled,
  render,
  children,
}: {
  isDisabled: boolean
  render: (props: LinkProps) => ReactNode
  children: ReactNode
}) {
  if (!isDisabled) return render({ className: classNames(styles.step), children })
  return (
    <span className={classNames(styles.step, styles.disabled)} aria-disabled="true">
      {children}
    </span>
  )
}

/** All pages up to 5, otherwise the first, the last and the current with its neighbours. */
export function pageWindow(current: number, total: number): PageSlot[] {
  if (total <= 5) return range(1, total)
  if (current <= 3) return [...range(1, 4), 'gap-after', total]
  if (current >= total - 2) return [1, 'gap-before', ...range(total - 3, total)]
  return [1, 'gap-before', ...range(current - 1, current + 1), 'gap-after', total]
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
