import { eq } from 'drizzle-orm'

import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import {
  bans as bansTable,
  groupPermissions,
  groups,
  memberships,
  styleAssignments as styleAssignmentsTable,
  userStyles,
} from '#server/access/access.tables.ts'

import { bans, extraGroups, styleAssignments, styles } from '../permissions.ts'
import { lookUp, type SeededUsers } from './context.ts'

export async function insertGroups(tx: Db, now: Date, users: SeededUsers): Promise<void> {
  const rows = await tx
    .insert(groups)
    .values(
      extraGroups.map(({ name, displayName, description, color, priority, members, daysAgo }) => ({
        name,
        displayName,
        description,
        color,
        priority,
        memberCount: members.length,
        createdAt: after(now, -daysAgo * day),
      })),
    )
    .returning({ name: groups.name, id: groups.id })
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  await tx
    .insert(groupPermissions)
    .values(
      extraGroups.flatMap(({ name, permissions }) =>
        permissions.map((permissionKey) => ({ groupId: lookUp(ids, name), permissionKey })),
      ),
    )
  await tx.insert(memberships).values(
    extraGroups.flatMap(({ name, members }) =>
      members.map(({ username, daysAgo, endsInDays }) => ({
        groupId: lookUp(ids, name),
        userId: lookUp(users, username).id,
        createdAt: after(now, -daysAgo * day),
        expiresAt: endAt(now, endsInDays),
      })),
    ),
  )
}

export async function insertStyles(tx: Db, now: Date, users: SeededUsers): Promise<void> {
  const rows = await tx
    .insert(userStyles)
    .values(
      styles.map(({ name, description, cssProperties, priority, isActive, daysAgo }) => ({
        name,
        description,
        cssProperties,
        priority,
        isActive,
        createdAt: after(now, -daysAgo * day),
      })),
    )
    .returning({ name: userStyles.name, id: userStyles.id })
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  for (const { name, group } of styles)
    if (group !== undefined)
      await tx
        .update(groups)
        .set({ styleId: lookUp(ids, name) })
        .where(eq(groups.name, group))
  await tx.insert(styleAssignmentsTable).values(
    styleAssignments.map(({ username, style, daysAgo, endsInDays }) => ({
      userId: lookUp(users, username).id,
      styleId: lookUp(ids, style),
      assignedAt: after(now, -daysAgo * day),
      expiresAt: endAt(now, endsInDays),
      isActive: endsInDays === undefined || endsInDays > 0,
    })),
  )
}

/** The priority of the built-in group of moderators. */
const moderatorPriority = 50

export async function insertBans(tx: Db, now: Date, users: SeededUsers): Promise<void> {
  await tx.insert(bansTable).values(
    bans.map(({ username, reason, issuer, daysAgo, endsInDays, liftedDaysAgo, liftedBy }) => ({
      userId: lookUp(users, username).id,
      reason,
      isPermanent: endsInDays === undefined,
      createdAt: after(now, -daysAgo * day),
      expiresAt: endAt(now, endsInDays),
      issuedBy: lookUp(users, issuer).id,
      issuerName: issuer,
      issuerAuthority: moderatorPriority,
      liftedAt: liftedDaysAgo === undefined ? null : after(now, -liftedDaysAgo * day),
      liftedBy: liftedBy === undefined ? null : lookUp(users, liftedBy).id,
    })),
  )
}

function endAt(now: Date, endsInDays: number | undefined): Date | null {
  return endsInDays === undefined ? null : after(now, endsInDays * day)
}
