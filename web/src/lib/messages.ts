// The types of what goes between page and server. Generated: `python -m basra.server.typescript`.

/** An event that the reader may not see. */
export interface Hidden {
  v: number;
  k?: undefined;
}

/** An event as a reader gets it. */
export type Seen = AnyEvent | Hidden;

/** The first frame of every socket; without a token one may only look on. */
export interface Hello {
  t: "hello";
  token?: string | null;
}

/** A sign of life, answered with a pong. */
export interface Ping {
  t: "ping";
  n?: number;
}

/** Whether the reader of the lobby wants the list of public tables; at first everybody does. */
export interface Look {
  t: "look";
  tables: boolean;
}

/** Take an empty seat. */
export interface Sit {
  t: "sit";
  id: string;
  seat: number;
}

/** Leave one's seat. */
export interface Stand {
  t: "stand";
  id: string;
}

/** Put a bot on an empty seat, or take it away (level ``None``); the host's right. */
export interface Bot {
  t: "bot";
  id: string;
  seat: number;
  level?: string | null;
}

/** Be ready for the match, or no longer; it begins when all seats are filled and ready. */
export interface Ready {
  t: "ready";
  id: string;
  ready?: boolean;
}

/** Play a card; ``v`` is the version that the person looks at. */
export interface Play {
  t: "play";
  id: string;
  card: string;
  take: string[];
  v: number;
}

/** Leave the sheet of a deal; the next one begins when all persons have. */
export interface Goon {
  t: "goon";
  id: string;
}

/** Take one's last play back; only while all others are bots. */
export interface Undo {
  t: "undo";
  id: string;
}

/** Ask what a strong player would do; only while all others are bots. Changes nothing. */
export interface Hint {
  t: "hint";
  id: string;
}

/** Give the match up; with partners both have to. */
export interface Resign {
  t: "resign";
  id: string;
}

/** Play on though the partner would give up. */
export interface Decline {
  t: "decline";
  id: string;
}

/** Ask for another match; it begins when all persons do. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** Say a quick phrase. */
export interface Phrase {
  t: "phrase";
  id: string;
  phrase: string;
}

/** Write something, where chat is allowed. */
export interface Say {
  t: "say";
  id: string;
  text: string;
}

/** Ask for a fresh picture of the table. Changes nothing. */
export interface Sync {
  t: "sync";
  id: string;
}

/** How a guest wants to be called. */
export interface Naming {
  name: string;
}

/** What was agreed before the first card; it does not change. */
export interface Policy {
  public: boolean;
  clock: number | null;
  absent: number;
  stand_in: string;
  chat: boolean;
  open_hands: boolean;
  rated: boolean;
}

/** The table that a guest wants. */
export interface Opening {
  rules: string;
  policy?: Partial<Policy>;
  bots?: Record<string, string>;
  sit?: number | null;
}

/** What people counted in a deal of real cards, by side. */
export interface PadDeal {
  points: number[];
  cards?: number[] | null;
  leaders?: number[] | null;
  basras: Record<string, number>[];
}

/** A score pad to be worked out. */
export interface PadAsked {
  rules: string;
  deals?: PadDeal[];
}

/** The name that a guest claims; without a password the codes and passkeys open it. */
export interface Claim {
  name: string;
  password?: string | null;
}

/** A name, and the password or a recovery code. */
export interface SignIn {
  name: string;
  password?: string | null;
  code?: string | null;
  label?: string;
}

/** Another password; the one before is needed where there is one. */
export interface NewPassword {
  password: string;
  current?: string | null;
}

/** That an account is to be deleted; the password is needed where there is one. */
export interface Leave {
  password?: string | null;
}

/** What a new passkey answered. */
export interface NewPasskey {
  id: string;
  credential: Record<string, unknown>;
  label?: string;
}

/** The game that somebody waits for. */
export interface SeekWish {
  rules: string;
  rated?: boolean;
  clock?: number | null;
  band?: number | null;
}

/** What somebody is reported for. */
export interface Reporting {
  person: string;
  reason: "collusion" | "leaving" | "name" | "other" | "talk";
  table?: string | null;
  text?: string;
}

/** What a moderator decides. */
export interface Verdict {
  verdict: "nothing" | "suspend";
  days?: number;
}

/** The tournament that somebody makes. */
export interface NewTournament {
  name: string;
  rules: string;
  kind?: "knockout" | "robin" | "swiss";
  pairs?: boolean;
  rounds?: number;
  rated?: boolean;
  clock?: number | null;
  duplicate?: boolean;
  minutes?: number;
}

/** That somebody takes part, alone or with the entrant who waits for a partner. */
export interface Entering {
  join?: string | null;
}

/** A review that is wanted: of a match of a table, or of an uploaded record. */
export interface ReviewAsked {
  table?: string | null;
  match?: number | null;
  replay?: string | null;
  strength?: "deep" | "quick" | "usual";
}

/** The duel that a guest wants, or the lesson. */
export interface Duelling {
  rules: string;
  deals?: number;
}

/** A play in a contest. */
export interface ContestPlay {
  card: string;
  take: string[];
  plays: number;
}

/** What somebody would play. */
export interface PuzzleChoice {
  card: string;
  take: string[];
}

/** A duplicate match that a guest wants. */
export interface NewDuplicate {
  rules: string;
}

/** The place that a guest wants. */
export interface Placing {
  table: number;
  seat: number;
}

/** Other wishes; what is left out stays. */
export interface NewPreferences {
  hidden?: boolean | null;
  notices?: "all" | "mine" | "none" | null;
}

/** That notices have been read, up to the time of the newest that was seen. */
export interface ReadUntil {
  until: number;
}

/** A guest who has just been made; the token is told this once. */
export interface NewGuest {
  token: string;
  id: string;
  name: string;
}

/** Who one is. */
export interface Guest {
  id: string;
  name: string;
  bot?: boolean;
}

/** A bot that a person has made. */
export interface BotTold {
  id: string;
  name: string;
  created: number;
}

/** A number of seats, and who plays together, that a variant is played at. */
export interface TableChoice {
  seats: number;
  sides: number;
  rules: string;
}

/** A regional game for the menu. */
export interface VariantTold {
  key: string;
  title: string;
  region: string;
  note: string;
  rules: string;
  seats: TableChoice[];
}

/** A house rule, with the values that a menu offers. */
export interface OptionTold {
  name: string;
  kind: "choice" | "flag" | "number";
  value: number;
  usual: number;
  values: number[];
  texts: string[];
  label: string;
  words: string[];
}

/** A few sentences of the rules on one thing. */
export interface Section {
  title: string;
  sentences: string[];
}

/** The rules of a table in sentences, in the language that was asked for. */
export interface RulesTold {
  title: string;
  sections: Section[];
}

/** A computer player of the ladder. */
export interface Level {
  level: string;
  about: string;
  searches: boolean;
}

/** A language that has a catalogue. */
export interface LanguageTold {
  code: string;
  name: string;
  rtl: boolean;
}

/** All words of a language, with English ones for what it lacks. */
export interface CatalogueTold {
  language: string;
  rtl: boolean;
  digits: string;
  words: Record<string, string | Record<string, string>>;
}

/** A table that has just been opened. */
export interface NewTable {
  id: string;
}

/** A kind of basra: ``basra``, or the rank of the card; a group is told for itself. */
export interface PadKind {
  name: string;
  points: number;
}

/** Who gets the majority, by side, and what is carried on. */
export interface PadShare {
  awards: number[];
  carry: number;
}

/** What follows from a greatest total of so many points or more. */
export interface PadEnd {
  least: number;
  outcome: number;
  target: number;
}

/** What a match won or drawn means for the rubber. */
export interface PadStep {
  wins: number[];
  winner: number | null;
  over: boolean;
}

/** Answers of the library by what may be asked, for a pad without a network. */
export interface PadTables {
  rules: string;
  sides: number;
  seats: number;
  pack: number;
  points: number;
  target: number;
  kinds: PadKind[];
  majority: Record<string, Record<string, PadShare>>;
  ends: Record<string, Record<string, PadEnd[]>>;
  limit: number;
  steps: Record<string, Record<string, PadStep>>;
}

/** Where the match stands after the deals that are over; lists by side. */
export interface Standing {
  totals: number[];
  carried: number;
  target: number;
  wins: number[];
  winner: number | null;
  over: boolean;
}

/** A deal of a pad, worked out, by side. */
export interface PadLine {
  points: number[];
  basras: number[];
  majority: number[];
  scores: number[];
  carried: number;
  standing: Standing;
}

/** A score pad that was worked out, and its text. */
export interface PadTold {
  lines: PadLine[];
  standing: Standing;
  carried: number;
  text: string;
}

/** How the server is. */
export interface Health {
  status: "broker" | "database" | "leaving" | "ok";
}

/** It is done. */
export interface Done {
  done: boolean;
}

/** New recovery codes, told this once; each opens the account one time. */
export interface Codes {
  name: string;
  codes: string[];
}

/** What a guest has claimed: recovery codes, and the token from now on. */
export interface Claimed {
  name: string;
  codes: string[];
  token: string;
}

/** Who one is from now on; the token is told this once. */
export interface SignedIn {
  token: string;
  id: string;
  name: string;
  kept: boolean;
}

/** What the browser is to ask a passkey: the options of WebAuthn. */
export interface Asked {
  id: string;
  options: Record<string, unknown>;
}

/** Where one is signed in. */
export interface SessionTold {
  id: string;
  label: string;
  created: number;
  current: boolean;
}

/** A passkey of an account. */
export interface PasskeyTold {
  id: string;
  label: string;
  created: number;
}

/** What there is to know of oneself. */
export interface AccountTold {
  id: string;
  name: string;
  claimed: boolean;
  password: boolean;
  codes: number;
  sessions: SessionTold[];
  passkeys: PasskeyTold[];
  moderator: boolean;
}

/** How strong somebody plays one family of games. */
export interface RatingTold {
  scale: string;
  points: number;
  spread: number;
  provisional: boolean;
  games: number;
}

/** A line of a leaderboard. */
export interface Ranked {
  id: string;
  name: string;
  level: string | null;
  rating: RatingTold;
}

/** Who is strongest at one family of games; and the other families. */
export interface Leaderboard {
  scale: string;
  scales: string[];
  lines: Ranked[];
}

/** What anybody may know of a person. */
export interface PersonTold {
  id: string;
  name: string;
  ratings: RatingTold[];
  begun: number;
  stayed: number;
}

/** What has come of a seek. */
export interface SeekTold {
  id: string;
  table: string | null;
  waited: number;
  bots: boolean;
}

/** Somebody who waits for a game. */
export interface SeekRow {
  person: string;
  name: string;
  rules: string;
  variant: string;
  seats: number;
  sides: number;
  rated: boolean;
  clock: number | null;
  points: number;
  provisional: boolean;
}

/** Somebody whom one has marked. */
export interface Marked {
  id: string;
  name: string;
  kind: "block" | "follow" | "mute";
}

/** A report, for moderators. */
export interface ReportTold {
  id: string;
  reporter: string;
  reported: string;
  person: string;
  table: string | null;
  reason: string;
  text: string;
  at: number;
  others: number;
  begun: number;
  stayed: number;
}

/** Cards that one person trailed and another took, at tables where all play alone. */
export interface GiftTold {
  scale: string;
  giver: string;
  taker: string;
  matches: number;
  trails: number;
  given: number;
  expected: number;
  excess: number;
}

/** A tournament in the list. */
export interface TournamentRow {
  id: string;
  name: string;
  kind: "knockout" | "robin" | "swiss";
  state: "gathering" | "over" | "running";
  variant: string;
  seats: number;
  sides: number;
  rated: boolean;
  entrants: number;
  round: number;
  rounds: number;
}

/** A line of the standings. */
export interface EntrantTold {
  id: string;
  members: string[];
  names: string[];
  gone: boolean;
  place: number;
  points: number;
  tie: number;
  margin: number;
  played: number;
}

/** A meeting of a round: ids of entrants. */
export interface MeetingTold {
  first: string;
  second: string | null;
  table: string | null;
  points: number[] | null;
  totals: number[];
}

/** All that is known of a tournament. */
export interface TournamentTold {
  row: TournamentRow;
  rules: string;
  host: string;
  clock: number | null;
  duplicate: boolean;
  minutes: number;
  size: number;
  standings: EntrantTold[];
  rounds: MeetingTold[][];
  open: boolean;
}

/** Who sits on a seat. */
export interface Occupant {
  id: string;
  name: string;
  level?: string | null;
  bot?: boolean;
}

/** The pile of a side, from outside. */
export interface PileSeen {
  count: number;
  basras: string[];
  points: number[];
}

/** A table was opened. */
export interface Opened {
  k: "opened";
  v: number;
  at: number;
  rules: string;
  seats: number;
  sides: number;
  policy: Policy;
  host: Occupant;
}

/** A person or a bot took a seat; a bot takes that of a person who resigns alone. */
export interface Seated {
  k: "seated";
  v: number;
  at: number;
  seat: number;
  who: Occupant;
}

/** A seat became empty before the match, or after it. */
export interface Stood {
  k: "stood";
  v: number;
  at: number;
  seat: number;
}

/** Another person looks after the table. */
export interface Hosted {
  k: "hosted";
  v: number;
  at: number;
  host: Occupant;
}

/** A person is ready for the match, or no longer. */
export interface Readied {
  k: "readied";
  v: number;
  at: number;
  seat: number;
  ready: boolean;
}

/** A match began; in a rematch all who sit here move on, and the deal passes to the next. */
export interface Began {
  k: "began";
  v: number;
  at: number;
  match: number;
  shift?: number;
  seed?: string;
}

/** A deal began: the floor is laid out and the first packet dealt. */
export interface Dealt {
  k: "dealt";
  v: number;
  at: number;
  deal: number;
  dealer: number;
  carried: number;
  commit: string;
  pack?: string[];
  salt?: string;
  floor: string[];
  buried: string[];
  bottom?: string | null;
  packet: number;
  packets: number;
  hands: string[][];
  held: number[];
  stock: number;
  turn: number;
  deadline?: number | null;
}

/** A card was played. */
export interface Played {
  k: "played";
  v: number;
  at: number;
  seat: number;
  card: string;
  captured: string[];
  basra?: number;
  swept?: boolean;
  by?: "bot" | "person";
  leavings?: string[];
  taker?: number | null;
  scores: number[];
  turn?: number | null;
  deadline?: number | null;
}

/** New cards were dealt. */
export interface Packet {
  k: "packet";
  v: number;
  at: number;
  packet: number;
  packets: number;
  hands: string[][];
  held: number[];
  stock: number;
  turn: number;
  deadline?: number | null;
}

/** A reason for points of a deal. */
export interface SheetRow {
  label: string;
  points: number[];
  cards: string[][];
  counts: number[];
}

/** A deal is over and counted; its pack is open now. */
export interface Scored {
  k: "scored";
  v: number;
  at: number;
  deal: number;
  dealer: number;
  rows: SheetRow[];
  scores: number[];
  carry: number;
  tie?: "" | "all" | "carry" | "none";
  standing: Standing;
  pack: string[];
  salt: string;
}

/** A person has seen the sheet. */
export interface Wenton {
  k: "wenton";
  v: number;
  at: number;
  seat: number;
}

/** A bot plays for a person from now on. */
export interface Absent {
  k: "absent";
  v: number;
  at: number;
  seat: number;
  level: string;
  why?: "gone" | "late" | "left";
}

/** The person plays again. */
export interface Returned {
  k: "returned";
  v: number;
  at: number;
  seat: number;
  deadline?: number | null;
}

/** The last plays were taken back; a welcome with a fresh picture follows by itself. */
export interface Takenback {
  k: "takenback";
  v: number;
  at: number;
  seat: number;
  plays: number;
  turn: number;
  deadline?: number | null;
}

/** A person wants to give the match up; the partner has to agree. */
export interface Offered {
  k: "offered";
  v: number;
  at: number;
  seat: number;
}

/** The partner wants to play on. */
export interface Declined {
  k: "declined";
  v: number;
  at: number;
  seat: number;
}

/** The match is over; its seed is open now. */
export interface Ended {
  k: "ended";
  v: number;
  at: number;
  reason: "abandoned" | "drawn" | "resigned" | "won";
  winner: number | null;
  standing: Standing;
  seed: string;
}

/** A person wants a rematch; it begins when all persons do. */
export interface Again {
  k: "again";
  v: number;
  at: number;
  seat: number;
}

/** Somebody said a quick phrase or showed a reaction. */
export interface Phrased {
  k: "phrased";
  v: number;
  at: number;
  who: Occupant;
  phrase: string;
}

/** Somebody wrote something; only where the policy allows chat. */
export interface Said {
  k: "said";
  v: number;
  at: number;
  who: Occupant;
  text: string;
}

/** Nobody is there any more. */
export interface Closed {
  k: "closed";
  v: number;
  at: number;
}

/** The deal in play as the reader may see it. Lists by seat, piles and scores by side. */
export interface DealSeen {
  deal: number;
  dealer: number;
  carried: number;
  commit: string;
  packet: number;
  packets: number;
  floor: string[];
  buried: string[];
  hand: string[];
  held: number[];
  hands: string[][] | null;
  stock: number;
  bottom: string | null;
  piles: PileSeen[];
  scores: number[];
  turn: number | null;
  deadline: number | null;
  plays: number;
  recent: AnyEvent[];
}

/** All of a table that a reader may see. */
export interface Picture {
  v: number;
  rules: string;
  variant: string;
  seats: number;
  sides: number;
  direction: 0 | 1;
  policy: Policy;
  host: Occupant;
  phase: "closed" | "gathering" | "over" | "playing" | "sheet";
  occupants: (Occupant | null)[];
  ready: boolean[];
  absent: boolean[];
  match: number;
  standing: Standing;
  deal: DealSeen | null;
  sheet: Scored | null;
  resigning: number | null;
  result: "" | "abandoned" | "drawn" | "resigned" | "won";
  winner: number | null;
  can_undo: boolean;
  can_hint: boolean;
}

/** A match to be looked at again: a picture before it, and its events with all cards open. */
export interface ReplayTold {
  id: string;
  first: Picture;
  events: Seen[];
}

/** Where an uploaded record is found from now on: the same file always at the same place. */
export interface NewReplay {
  id: string;
}

/** A legal play and what it is worth, by what the seat could know. */
export interface ChoiceTold {
  play: string;
  points: number;
  error: number;
  behind: number;
  behind_error: number;
}

/** Why a play is better or worse than another: a key ``reason.…`` and what fills it. */
export interface Reason {
  key: string;
  facts: Record<string, string | number>;
}

/** A play that was made, beside all that could have been, best first. */
export interface WeighedTold {
  at: number;
  seat: number;
  play: string;
  choices: ChoiceTold[];
  cost: number;
  reason: Reason | null;
}

/** The expected margin of a side after some plays, and what it comes from so far. */
export interface PointTold {
  plays: number;
  expected: number;
  dealt: number;
  known: number;
  decided: number;
}

/** How a side fared in a deal; ``None`` is what is not known. */
export interface SideTold {
  margin: number | null;
  dealt: number | null;
  known: number;
  decided: number;
  adjusted: number | null;
  curve: PointTold[];
}

/** The review of a deal; see docs/review.md. */
export interface DealTold {
  dealer: number;
  plays: WeighedTold[];
  sides: SideTold[];
  par: number | null;
  dearest: number[];
  costs: number[];
  accuracy: (number | null)[];
  scores: number[];
}

/** How far a review is, and the deals that are reviewed, from the one that was asked for on. */
export interface ReviewTold {
  id: string;
  state: "cancelled" | "done" | "failed" | "going";
  done: number;
  total: number;
  since: number;
  deals: DealTold[];
}

/** A legal play of the reader, and what would come of it. */
export interface Offer {
  card: string;
  take: string[];
  basra?: number;
  clears?: boolean;
}

/** A play that was made. */
export interface PlayTold {
  seat: number;
  card: string;
  take: string[];
  basra: number;
  clears: boolean;
}

/** A deal as the person at seat 0 sees it. */
export interface BoardTold {
  hand: string[];
  floor: string[];
  held: number[];
  piles: number[];
  scores: number[];
  stock: number;
  turn: number | null;
  offers: Offer[];
  recent: PlayTold[];
}

/** How far somebody has come. */
export interface AttemptTold {
  deal: number;
  plays: number;
  board: BoardTold;
  scores: number[][];
  rows: SheetRow[];
  margin: number;
  over: boolean;
}

/** A row of the table of results. */
export interface ResultTold {
  name: string;
  own: boolean;
  margin: number;
  scores: number[][];
  place: number;
}

/** A contest as somebody sees it. */
export interface ContestTold {
  id: string;
  kind: "daily" | "duel" | "lesson";
  rules: string;
  variant: string;
  level: string;
  deals: number;
  ends: number | null;
  over: boolean;
  people: number;
  finished: number;
  attempt: AttemptTold | null;
  results: ResultTold[] | null;
}

/** A duel or a lesson that has just been made. */
export interface NewContest {
  id: string;
}

/** A question about a position, with its answer and the rule. */
export interface DrillTold {
  kind: string;
  floor: string[];
  card: string;
  captured: string[];
  trails: boolean;
  last: boolean;
  answers: string[][];
  points: number;
  rule: string[];
}

/** The solution of a puzzle. */
export interface PuzzleAnswer {
  right: boolean;
  best: Offer;
  margin: number;
  reason: string | null;
}

/** What would you play? */
export interface PuzzleTold {
  id: string;
  rules: string;
  hand: string[];
  floor: string[];
  held: number[];
  piles: number[];
  stock: number;
  offers: Offer[];
  tried: number;
  solved: number;
  answer: PuzzleAnswer | null;
}

/** A puzzle in the list. */
export interface PuzzleRow {
  id: string;
  day: string;
  tried: number;
  solved: number;
  own: boolean | null;
}

/** What a player did in a match that is over; means are for a deal. */
export interface MatchFigures {
  table: string;
  match: number;
  at: number;
  won: boolean;
  deals: number;
  reviewed: number;
  basras: number;
  majority: number | null;
  margin: number | null;
  luck: number | null;
  decided: number | null;
}

/** A player under one variant; see ``basra.review.stats``. */
export interface VariantFigures {
  variant: string;
  matches: number;
  won: number;
  deals: number;
  reviewed: number;
  basras: number;
  basra_points: number;
  majority: number | null;
  margin: number | null;
  luck: number | null;
  decided: number | null;
  cost: number | null;
  accuracy: number | null;
  course: MatchFigures[];
}

/** The statistics of a player, variant by variant. */
export interface StatisticsTold {
  variants: VariantFigures[];
  left: number;
}

/** A place: whose team it is, and who has it. */
export interface PlaceTold {
  seat: number;
  team: number;
  name: string | null;
  own: boolean;
}

/** A deal that is over at both tables. */
export interface Board {
  deal: number;
  scores: number[][];
  difference: number;
}

/** A duplicate match as somebody may see it. */
export interface DuplicateTold {
  id: string;
  rules: string;
  variant: string;
  seats: number;
  places: PlaceTold[][];
  begun: boolean;
  over: boolean;
  table: string | null;
  tables: string[];
  boards: Board[];
  difference: number;
}

/** What somebody wishes about notices and whereabouts. */
export interface Preferences {
  hidden: boolean;
  notices: "all" | "mine" | "none";
}

/** A public table in the lobby. */
export interface Row {
  id: string;
  rules: string;
  variant: string;
  seats: number;
  sides: number;
  occupants: (Occupant | null)[];
  phase: "closed" | "gathering" | "over" | "playing" | "sheet";
  clock: number | null;
  rated: boolean;
  watching: number;
}

/** What was wrong: a key of the catalogues and what fills it. */
export interface Fact {
  key: string;
  facts: Record<string, string | number>;
}

/** The answer to hello, to sync, and after plays were taken back. */
export interface Welcome {
  t: "welcome";
  you: Occupant | null;
  seat: number | null;
  now: number;
  picture: Picture | null;
  offers: Offer[];
  present: boolean[];
  watching: number;
}

/** What happened; a hidden event is ``{"v": N}`` alone. ``offers`` if the reader is in turn. */
export interface Events {
  t: "events";
  events: Seen[];
  now: number;
  offers: Offer[];
}

/** A command was done; its events have been sent before. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** A command changed nothing. */
export interface Refused {
  t: "refused";
  id: string | null;
  error: Fact;
  v: number;
}

/** What a strong player would do, best first: offers with expected points of margin. */
export interface Hinted {
  t: "hinted";
  id: string;
  offers: Offer[];
  points: number[];
  reasons: (Reason | null)[];
}

/** Who is connected; no event, it is not kept. */
export interface Presence {
  t: "presence";
  present: boolean[];
  watching: number;
}

/** The answer to a ping. */
export interface Pong {
  t: "pong";
  n: number;
  now: number;
}

/** The server goes down for a moment: come back. */
export interface Leaving {
  t: "leaving";
  seconds: number;
}

/** The public tables, all of them, at most once a second while they change. */
export interface Lobby {
  t: "lobby";
  tables: Row[];
  people: number;
}

/** Something that happened; a kind and facts, which the page words. */
export interface Notice {
  kind: "duel_over" | "duel_turn" | "duplicate_begun" | "duplicate_over" | "opened" | "rematch" | "report" | "review" | "round" | "seeking";
  about: string;
  at: number;
  path: string;
  facts: Record<string, string | number>;
  read: boolean;
}

/** All notices of the reader that are kept, the newest first; again whenever they change. */
export interface Notices {
  t: "notices";
  notices: Notice[];
}

/** Where somebody is. */
export interface Place {
  state: "here" | "playing";
  table?: string | null;
}

/** Where those are whom the reader follows, by their ids; who is not among them is not here. */
export interface Whereabouts {
  t: "whereabouts";
  people: Record<string, Place>;
}

export type AnyEvent =
  | Opened
  | Seated
  | Stood
  | Hosted
  | Readied
  | Began
  | Dealt
  | Played
  | Packet
  | Scored
  | Wenton
  | Absent
  | Returned
  | Takenback
  | Offered
  | Declined
  | Ended
  | Again
  | Phrased
  | Said
  | Closed;

export type AnyCommand =
  | Sit
  | Stand
  | Bot
  | Ready
  | Play
  | Goon
  | Undo
  | Hint
  | Resign
  | Decline
  | Rematch
  | Phrase
  | Say
  | Sync;

export type FromClient =
  | Hello
  | Ping
  | Look
  | Sit
  | Stand
  | Bot
  | Ready
  | Play
  | Goon
  | Undo
  | Hint
  | Resign
  | Decline
  | Rematch
  | Phrase
  | Say
  | Sync;

export type FromServer =
  | Welcome
  | Events
  | Ack
  | Refused
  | Hinted
  | Presence
  | Pong
  | Leaving
  | Lobby
  | Notices
  | Whereabouts;
