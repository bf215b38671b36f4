/** At which field of the editor a sentence stands. */
import type { NudgeType } from '#app/contract/nudges.ts'
import type { Finding } from '#app/domain/nudges/linter/finding.ts'

const firstOf: Partial<Record<NudgeType, string>> = {
  custom: 'content.text',
  discount: 'content.amount',
  conversion: 'content.goal',
  conversions: 'content.goal',
  reviews: 'content.source',
  delivery_date: 'content.holidaysUntil',
  free_delivery: 'content.restrictions',
}

/** The linter names parts; an owner wants the field. */
export function fieldOfFinding(type: NudgeType, field: Finding['field']): string {
  switch (field) {
    case 'title':
    case 'text':
      return type === 'custom' ? `content.${field}` : `message.${field}`
    case 'one':
      return 'message.one'
    case 'content':
      return firstOf[type] ?? 'name'
    case 'query':
      return 'query.deadline'
    case 'rules':
      return 'rules.until'
    case 'placement':
      return 'placement.selector'
  }
}

/** What is typed in one field or in rows of one list has one place. */
export const fieldOfPath = (path: string): string =>
  /^content\.(transit|thresholds|holidays)(?=\.)/.exec(path)?.[0] ?? path
