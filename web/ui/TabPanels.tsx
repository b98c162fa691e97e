import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './TabPanels.module.css'
import tabStyles from './Tabs.module.css'

/** Tabs of one screen; for tabs with URLs use Tabs. Panels stay mounted, so that a form keeps its input. */
export function TabPanels<Id extends string>({
  label,
  tabs,
  currentId,
  onChange,
}: {
  label: string
  tabs: readonly { id: Id; label: string; content: ReactNode }[]
  currentId: Id
  onChange: (id: Id) => void
}) {
  return (
    <Tabs
      selectedKey={currentId}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key)
        if (chosen) onChange(chosen.id)
      }}
    >
      <div className={`relative line-below ${tabStyles.tabs}`}>
        <TabList aria-label={label} className={classNames('flex scroll-x', tabStyles.list)}>
          {tabs.map(({ id, label: text }) => (
            <Tab
              key={id}
              id={id}
              className={classNames('pointer inline-row centered medium nowrap', tabStyles.tab)}
            >
              {text}
            </Tab>
          ))}
        </TabList>
      </div>
      <div className={`stack ${styles.panels}`}>
        {tabs.map(({ id, content }) => (
          <TabPanel key={id} id={id} shouldForceMount className={classNames(styles.panel)}>
            {content}
          </TabPanel>
        ))}
      </div>
    </Tabs>
  )
}
