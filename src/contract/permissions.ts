/** Who may do what: the table of rules 45 and 74 as data. Enforced on the server, mirrored by the web. */

export const USER_TYPES = ["admin", "finance", "operator", "auditor", "merchant_admin", "merchant_viewer"] as const;
export type UserType = (typeof USER_TYPES)[number];

/** True for the two types that are tied to one merchant. */
export function isMerchantType(type: UserType): boolean {
  return type === "merchant_admin" || type === "merchant_viewer";
}

const ALL: readonly UserType[] = USER_TYPES;
const PLATFORM = ["admin", "finance", "operator", "auditor"] as const;
const STAFF = ["admin", "finance", "operator"] as const;

export const PERMISSIONS = {
  "home.see": ALL,
  /** Figures by wallet and day, and the plots of them. What home shows to whom hangs on `home.see`. */
  "statistics.see": PLATFORM,
  "payments.see": ALL,
  "payments.decide": STAFF,
  "payments.notify": ["admin", "finance", "operator", "merchant_admin"],
  "disburses.see": ALL,
  "disburses.decide": STAFF,
  "disburses.notify": ["admin", "finance", "operator", "merchant_admin"],
  "disburses.batch": ["merchant_admin"],
  "transfers.see": PLATFORM,
  "transfers.create": STAFF,
  "transfers.decide": ["admin", "finance"],
  "wallets.see": PLATFORM,
  "wallets.create": ["admin"],
  "wallets.edit": ["admin"],
  "wallets.limits": ["admin", "finance"],
  "wallets.bind": ["admin", "operator"],
  "wallets.switch": ["admin", "operator"],
  "wallets.delete": ["admin"],
  "sms.see": PLATFORM,
  "sms.decide": STAFF,
  "sms.try": STAFF,
  "sms.rules": ["admin"],
  "merchants.see": PLATFORM,
  "merchants.create": ["admin"],
  "merchants.edit": ["admin"],
  "merchants.fees": ["admin", "finance"],
  "merchants.secret": ["admin", "merchant_admin"],
  "merchants.integration": ["admin", "merchant_admin"],
  "merchants.open": ["admin"],
  "merchants.close": STAFF,
  "merchants.delete": ["admin"],
  "merchant.own": ["merchant_admin", "merchant_viewer"],
  "journals.see": ["admin", "finance", "auditor", "merchant_admin", "merchant_viewer"],
  "withdrawal.see": ["admin", "finance", "auditor", "merchant_admin", "merchant_viewer"],
  "withdrawal.create": ["admin", "merchant_admin"],
  "withdrawal.decide": ["admin", "finance"],
  "manual.see": PLATFORM,
  "manual.create": STAFF,
  "manual.decide": ["admin", "finance"],
  "users.see": ["admin", "auditor", "merchant_admin"],
  "users.edit": ["admin", "merchant_admin"],
  // Custom roles are the platform's: a merchant's people may have one, and neither make nor give them.
  "roles.see": ["admin", "auditor"],
  "roles.edit": ["admin"],
  "config.see": ["admin", "finance", "auditor"],
  "config.edit": ["admin"],
  "intake.see": STAFF,
  "intake.open": ["admin"],
  "intake.close": STAFF,
  "switches.see": ALL,
  "exceptions.see": PLATFORM,
  "exceptions.decide": STAFF,
  "alerts.channels": ["admin"],
  "audit.see": ["admin", "auditor", "merchant_admin"],
  "deliveries.see": ALL,
  "deliveries.resend": ["admin", "finance", "operator", "merchant_admin"],
  // Anyone of the platform may start the check (rule 76): they are its books.
  "proof.run": PLATFORM,
  // Figures of all accounts together, and the files that an outsider verifies; the trail's file is for who reads its phone numbers, too (seals.ts).
  "seals.see": ["admin", "finance", "auditor"],
  "seals.audit": ["admin", "auditor"],
  // What each shows of an object that one sees anyway; whoever lacks it reads a mask in its place (docs/decisions/0064).
  "phones.unmask": ["admin", "finance", "operator", "merchant_admin", "merchant_viewer"],
  "messages.read": PLATFORM,
  "amounts.see": ALL,
  /** Show what one's role masks of one object, for a reason that is written down. */
  "privacy.reveal": PLATFORM,
  /** Make a redacted link to an order or a withdrawal, and end those of one's house (docs/decisions/0071). */
  "links.share": ["admin", "finance", "operator", "merchant_admin"],
  search: ALL,
  /** Show one's own views of lists to the colleagues of one's house. */
  "views.share": ["admin", "finance", "operator", "merchant_admin"],
  /** Rename and delete shared views of others, and say with which a list opens for a user type: inside one's house. */
  "views.manage": ["admin", "merchant_admin"],
  // Of which objects one sees and runs them, the permissions of each act say.
  "bulk.see": ["admin", "finance", "operator", "auditor", "merchant_admin"],
  "bulk.run": ["admin", "finance", "operator", "merchant_admin"],
  "approvals.see": ["admin", "finance", "operator", "auditor", "merchant_admin"],
  "approvals.decide": ["admin", "finance", "operator", "merchant_admin"],
  "reconciliation.see": ["admin", "finance", "auditor"],
  "reconciliation.close": ["finance"],
  "reconciliation.reopen": ["admin", "finance"],
  "reconciliation.import": ["admin", "finance"],
} as const satisfies Record<string, readonly UserType[]>;

export type Permission = keyof typeof PERMISSIONS;

/** True when this type has the permission. Whether a person holds it, his role decides too: {@link can}. */
export function typeHas(type: UserType, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly UserType[]).includes(type);
}

/** All permissions of a type, in the table's order. */
export function permissionsOf(type: UserType): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => typeHas(type, permission)); // keys of a literal: exactly its names
}

/**
 * What may be held without `amounts.see`: screens and files that show a mask in place of each amount, and what moves none. All others are
 * money through and through, or decide about it, and are nobody's who does not see it.
 */
const WITHOUT_AMOUNTS: ReadonlySet<Permission> = new Set([
  "payments.see",
  "payments.notify",
  "disburses.see",
  "disburses.notify",
  "sms.see",
  "users.see",
  "users.edit",
  "roles.see",
  "roles.edit",
  "intake.see",
  "intake.open",
  "intake.close",
  "switches.see",
  "exceptions.see",
  "exceptions.decide",
  "audit.see",
  "deliveries.see",
  "deliveries.resend",
  "phones.unmask",
  "amounts.see",
  "privacy.reveal",
  "links.share",
  "search",
  "views.share",
  "views.manage",
]);
/** What reads messages to do its work. */
const OF_MESSAGES: ReadonlySet<Permission> = new Set(["sms.decide", "sms.try", "sms.rules"]);
/** What says where whole orders are sent to, or is a key that reads them. */
const OF_WHOLE_ORDERS: ReadonlySet<Permission> = new Set(["merchants.secret", "merchants.integration"]);

/** Which permissions this one is of no use without, beside the `….see` of its own objects: those of the masks, and of the screen on which it stands. */
function neededToRead(permission: Permission): Permission[] {
  return [
    ...(permission === "statistics.see" ? ["wallets.see" as const] : []),
    ...(WITHOUT_AMOUNTS.has(permission) ? [] : ["amounts.see" as const]),
    ...(OF_MESSAGES.has(permission) ? ["messages.read" as const] : []),
    ...(OF_WHOLE_ORDERS.has(permission) ? ["phones.unmask" as const] : []),
  ];
}

/** What a person may do: his type's permissions, less what his role leaves out. */
export type Rights = ReadonlySet<Permission>;

// Made once: every call of every person asks.
const OF_TYPE: Readonly<Record<UserType, Rights>> = {
  admin: new Set(permissionsOf("admin")),
  finance: new Set(permissionsOf("finance")),
  operator: new Set(permissionsOf("operator")),
  auditor: new Set(permissionsOf("auditor")),
  merchant_admin: new Set(permissionsOf("merchant_admin")),
  merchant_viewer: new Set(permissionsOf("merchant_viewer")),
};

/**
 * The rights of a person: never more than his type has, whatever is written in the role (docs/decisions/0067).
 * @param role the permissions that his custom role lists; null: he has none, and the type alone decides
 */
export function rightsOf(type: UserType, role: readonly string[] | null): Rights {
  if (role === null) return OF_TYPE[type];
  const listed = new Set(role);
  const kept = new Set([...OF_TYPE[type]].filter((permission) => listed.has(permission)));
  return new Set([...kept].filter((permission) => neededToRead(permission).every((needed) => kept.has(needed))));
}

/** Somebody as far as permissions go. */
export interface Holder {
  readonly userType: UserType;
  readonly rights: Rights;
}

/** True when this person holds the permission (row scope is checked beside it, never by it). */
export function can(holder: Pick<Holder, "rights">, permission: Permission): boolean {
  return holder.rights.has(permission);
}

const RANK = { admin: 5, finance: 3, operator: 2, auditor: 2, merchant_admin: 1, merchant_viewer: 0 } as const satisfies Record<UserType, number>;

function outranks(granter: UserType, granted: UserType): boolean {
  if (granter === "admin") return true;
  if (granter === "merchant_admin") return isMerchantType(granted);
  return RANK[granter] > RANK[granted] && typeHas(granter, "users.edit");
}

/**
 * Rule 17: nobody grants a type that he does not outrank; an admin may make another admin. And nobody grants, or acts on a person who
 * holds, what his own role leaves out of his type: he would have it by way of the other. Of what his type has not, whoever lacks nothing
 * of his own may give: an admin makes merchants' people, who upload payouts, and finance, who close days.
 * @param rights what the other one gets, or has
 */
export function mayGrant(granter: Holder, granted: UserType, rights: Rights = OF_TYPE[granted]): boolean {
  const lacksNothing = granter.rights.size === OF_TYPE[granter.userType].size;
  const mayGive = (permission: Permission): boolean => can(granter, permission) || (lacksNothing && !typeHas(granter.userType, permission));
  return outranks(granter.userType, granted) && [...rights].every(mayGive);
}

/**
 * What a permission is of no use without: whoever may act on something may see it, and its amounts and messages where it is about those.
 * A role that lists one without the other is refused.
 * @returns the permissions that are missing beside those listed; only what the type has counts
 */
export function missingBeside(type: UserType, listed: readonly Permission[]): Permission[] {
  const has = new Set<Permission>(listed);
  const needed = listed.flatMap((permission) => {
    const see = `${permission.split(".")[0] ?? ""}.see` as Permission; // looked up in the type's own set on the next line
    return [see, ...neededToRead(permission)].filter((one) => OF_TYPE[type].has(one) && !has.has(one));
  });
  return [...new Set(needed)];
}
