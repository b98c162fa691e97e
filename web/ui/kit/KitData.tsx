import { Box, Download, Eye, SearchX, Shield } from 'lucide-react'
import { useState } from 'react'

import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cardAboveClass, cardLinkClass } from '#web/ui/card-class.ts'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { ContourTile } from '#web/ui/ContourTile.tsx'
import { Counter } from '#web/ui/Counter.tsx'
import { Stat } from '#web/ui/Stat.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { VersionPlate } from '#web/ui/VersionPlate.tsx'

import styles from './Kit.module.css'
import { KitLink } from './KitLink.tsx'
import { KitSection } from './KitSection.tsx'

const people = ['kestrel', 'nordlys', 'pavel.q', 'Marlowe', 'Odessa', 'sunday', 'Tamsin', 'ines', 'bo']

export function KitData() {
  const [chips, setChips] = useState(['Readable', 'A filter with quite a long name'])
  return (
    <KitSection title="Data">
      <div className={styles.row}>
        {people.map((name) => (
          <Avatar key={name} name={name} size="md" />
        ))}
        <Avatar name="broken" src="/nothing-here.png" size="md" />
        <Avatar name="kestrel" size="xs" />
        <Avatar name="kestrel" size="sm" />
        <Avatar name="kestrel" size="lg" alt="kestrel" />
        <Avatar name="Odessa" size="xl" />
      </div>
      <div className={styles.row}>
        <StyledName name="plain" />
        <StyledName name="nordlys" css="color: #6fa8dc; font-weight: 700; text-shadow: 0 0 12px #6fa8dc66" />
        <StyledName
          name="Odessa"
          css="background: linear-gradient(90deg, #c98bb0, #d8b36a); -webkit-background-clip: text; -webkit-text-fill-color: transparent"
        />
      </div>
      <div className={styles.row}>
        <Badge tone="active">Active</Badge>
        <Badge tone="idle">Inactive</Badge>
        <Badge tone="info">Under review</Badge>
        <Badge tone="warn">Suspended</Badge>
        <Badge tone="danger">Banned</Badge>
        <Badge color="#6fa8dc">Creator</Badge>
        <Badge color="not a colour">Taupe</Badge>
        <Badge icon={<Shield />}>Moderator Edit</Badge>
        <StatusDot tone="ok">Online</StatusDot>
        <StatusDot tone="danger">Failed</StatusDot>
      </div>
      <div className={styles.row}>
        <Tag label="inventory" />
        <Tag label="crafting" />
        <Tag label="a link" size="md" renderLink={(props) => <KitLink to="tag" {...props} />} />
        <VersionPlate version="3.2.1" />
        <CategoryChip name="Scripts" color="#d8b36a" />
        <CategoryChip name="Cars" color="#6fa8dc" size="md" />
        {chips.map((label) => (
          <Chip key={label} label={label} onRemove={() => setChips(chips.filter((chip) => chip !== label))} />
        ))}
        <span className={styles.onImage}>
          <CategoryChip name="Weapons" color="#e07a5f" isOnImage />{' '}
          <CategoryChip name="Jobs" color="#5fb3a8" isOnImage size="md" />
        </span>
      </div>
      <div className={styles.grid}>
        <Card as="article" isInteractive>
          <ContourTile icon={<Box />} color="#d8b36a" className={styles.tile} />
          <div className={styles.cardBody}>
            <div className={styles.between}>
              <h3>
                <a href="#card" className={cardLinkClass}>
                  Ledger Inventory
                </a>
              </h3>
              <VersionPlate version="3.2.1" />
            </div>
            <p className={styles.note}>Drag-and-drop inventory with stashes, shops and crafting benches.</p>
            <div className={styles.between}>
              <a href="#author" className={cardAboveClass}>
                kestrel
              </a>
              <div className={styles.row}>
                <Stat icon={<Download />} label="Downloads" value="18.4K" title="18,432 downloads" />
                <Stat icon={<Eye />} label="Views" value="96.2K" />
              </div>
            </div>
          </div>
        </Card>
        <ContourTile icon={<SearchX />} color="#6fa8dc" className={styles.tile} />
        <Card padding="md">
          <Counter label="Downloads" value="21.6K" note="+9% vs 30 days ago" />
        </Card>
        <Card padding="lg" as="section">
          <Counter label="Active users" value="15K+" />
        </Card>
      </div>
    </KitSection>
  )
}
