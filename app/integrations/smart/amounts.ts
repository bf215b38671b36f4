/** "1,234.50", "1.234,50 €", "USD 12". */

const most = 1_000_000_000_000

/**
 * Undefined: it is no amount of 0 or more. A lone comma before three digits separates thousands, and a
 * lone point is one before decimals, because programs write 12.345 and people write 12,345.
 */
export function readAmount(value: string | number | boolean): number | undefined {
  if (typeof value === 'number') return value >= 0 && value <= most ? value : undefined
  if (typeof value === 'boolean' || value.length > 60) return undefined
  const written = /^(?:[A-Z]{3}|\p{Sc}){0,2}([\d.,'’]+)(?:[A-Z]{3}|\p{Sc})?$/iu.exec(
    value.replaceAll(/\s/gu, ''),
  )
  const digits = written?.[1]?.replaceAll(/['’]/g, '')
  if (digits === undefined) return undefined
  const plain = withoutGroups(digits)
  if (plain === undefined || !/^\d{1,15}(?:\.\d{1,12})?$/.test(plain)) return undefined
  const amount = Number(plain)
  return amount <= most ? amount : undefined
}

function withoutGroups(digits: string): string | undefined {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0) {
    const isPointLast = digits.lastIndexOf('.') > digits.lastIndexOf(',')
    return isPointLast ? ungroup(digits, ',', '.') : ungroup(digits, '.', ',')
  }
  if (points > 1) return ungroup(digits, '.', ',')
  if (commas > 1 || /,\d{3}$/.test(digits)) return ungroup(digits, ',', '.')
  return digits.replace(',', '.')
}

/** Undefined: the groups have other than three digits, so it was no number. */
function ungroup(digits: string, group: string, point: string): string | undefined {
  const [whole = '', decimals, ...others] = digits.split(point)
  if (others.length > 0) return undefined
  const [first = '', ...groups] = whole.split(group)
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((part) => /^\d{3}$/.test(part))
  if (!isGrouped) return undefined
  return [first, ...groups].join('') + (decimals === undefined ? '' : `.${decimals}`)
}
