import { Box, Car, Map, Shirt } from 'lucide-react'
import { useState } from 'react'

import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { KitLink } from './KitLink.tsx'
import { KitSection } from './KitSection.tsx'

const tabs = [
  { id: 0, label: 'All', count: 248 },
  { id: 1, label: 'Scripts', count: 86, icon: <Box />, color: '#d8b36a' },
  { id: 2, label: 'Mapping', count: 41, icon: <Map />, color: '#8fae7c' },
  { id: 3, label: 'Clothes', count: 33, icon: <Shirt />, color: '#c98bb0' },
  { id: 4, label: 'Cars', count: 29, icon: <Car />, color: '#6fa8dc' },
  { id: 5, label: 'Weapons', count: 18 },
  { id: 6, label: 'Housing', count: 12 },
]

export function KitNavigation() {
  const [page, setPage] = useState(1)
  const [tab, setTab] = useState(0)
  return (
    <KitSection title="Navigation">
      <Breadcrumbs
        steps={[
          { label: 'Assets', renderLink: (props) => <KitLink to="assets" {...props} /> },
          { label: 'Cars', renderLink: (props) => <KitLink to="cars" {...props} /> },
          { label: 'Obsidian GT — Tuner Pack' },
        ]}
      />
      <Tabs
        label="Categories"
        tabs={tabs}
        currentId={tab}
        renderLink={(id, props) => <KitLink to={`tab-${id}`} {...props} onClick={() => setTab(id)} />}
      />
      <Pagination
        label="Pages of many"
        page={page}
        pageCount={21}
        renderLink={(to, props) => <KitLink to={`page-${to}`} {...props} onClick={() => setPage(to)} />}
      />
      <Pagination
        label="Pages in the middle"
        page={9}
        pageCount={21}
        renderLink={(to, props) => <KitLink to={`page-${to}`} {...props} />}
      />
      <Pagination
        label="Pages of few"
        page={4}
        pageCount={4}
        renderLink={(to, props) => <KitLink to={`page-${to}`} {...props} />}
      />
    </KitSection>
  )
}
