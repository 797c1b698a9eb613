import type * as z from 'zod'
import { secondsOf } from './duration.ts'
import { formatCidr, parseCidr } from './net/cidr.ts'
import { defaultSettings, type Settings } from './settings.ts'
import type { SettingsFile } from './settings-file.ts'

type Fields = Partial<z.output<typeof SettingsFile>>

/** The settings that the usable fields of `netclaim.yaml` make. */
export function settingsOf(fields: Fields): Settings {
  const { engine, grants, cluster, brakes, reuse, state, allocator, alerts, publish, ...plain } =
    fields
  return {
    ...defaultSettings,
    ...(engine === undefined ? {} : { engine }),
    ...filled({}, plain),
    // An operator brings the kinds that it serves.
    crds: plain.crds ?? (plain.target === 'operator' ? 'existing' : defaultSettings.crds),
    grants: filled(defaultSettings.grants, grants),
    cluster: {
      join: canonical(cluster?.join ?? defaultSettings.cluster.join),
      pods: canonical(cluster?.pods),
      services: canonical(cluster?.services),
      nodes: canonical(cluster?.nodes),
    },
    brakes: filled(defaultSettings.brakes, brakes),
    reuse: reuseOf(reuse),
    state: filled(defaultSettings.state, state),
    publish: filled(defaultSettings.publish, publish),
    allocator: filled(defaultSettings.allocator, allocator),
    ...alertsOf(alerts),
  }
}

function reuseOf(written: Fields['reuse']): Settings['reuse'] {
  return written?.after === undefined ? defaultSettings.reuse : { after: secondsOf(written.after) }
}

function alertsOf(written: Fields['alerts']): Pick<Settings, 'alerts'> {
  const { namespace, labels = {} } = written ?? {}
  return namespace === undefined ? {} : { alerts: { namespace, labels } }
}

/** The defaults, and over them what is written. */
function filled<Values extends object>(
  defaults: Values,
  written: { readonly [Key in keyof Values]?: Values[Key] | undefined } | undefined,
): Values {
  const there = Object.entries(written ?? {}).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(there) }
}

function canonical(texts: readonly string[] | undefined): readonly string[] {
  return (texts ?? []).flatMap((text) => {
    const block = parseCidr(text)
    return block === undefined ? [] : [formatCidr(block)]
  })
}
