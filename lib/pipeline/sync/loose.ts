import { printable } from '../../domain/printable.ts'

/** A field of a value that may be anything. */
export function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
  return (value as Record<string, unknown>)[field]
}

/** Of a foreign text as much as a person reads. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? printable(String(value), 300) : ''
}

/** A list, or none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
