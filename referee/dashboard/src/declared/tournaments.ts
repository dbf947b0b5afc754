/** Made from docs/tables/openapi.yaml by tools/asyncapi/types.mjs: change the declarations, not this file. */

export interface Declared {}
/**
 * A player who is there.
 *
 */
export interface ArrivalShown {
  player: string;
  /**
   * when he was checked in, seconds since 1970.
   */
  at_s: number;
  /**
   * whole minutes after the start signal; 0 if he was in time.
   */
  minutes: number;
}
/**
 * A player came so many minutes late to this session, for which the rules may take points; 0 takes none.
 *
 */
export interface ArriveLate {
  player: string;
  minutes: number;
}
/**
 * Give the start signal of a session: to the people in the hall, and to its tables with Jantaku. Its seats stay.
 *
 */
export interface BeginSession {}
/**
 * Take a penalty back, with the reason.
 *
 */
export interface CancelPenalty {
  why: string;
}
/**
 * Players are there for this session. Who is checked in after the start signal is late by the minutes since then.
 *
 */
export interface CheckPlayersIn {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  players: string[];
  /**
   * false takes it back for players who were checked in by mistake.
   */
  here?: boolean;
}
/**
 * Close a session all of whose tables have a result: its results are shown to everybody.
 *
 */
export interface CloseSession {}
/**
 * Correct the result of a table, with the reason.
 *
 */
export interface CorrectTable {
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: [number, number, number, number];
  why: string;
  /**
   * riichi sticks left on the table
   */
  bets?: number;
}
/**
 * Draw the seats of all sessions: a schedule in which as few as possible meet twice. Before the first session only.
 *
 */
export interface DrawSeats {
  /**
   * of the draw; the same seed with the same people gives the same seats.
   */
  seed?: number;
  /**
   * who should meet as seldom as possible.
   */
  apart?: "club" | "country" | "nobody";
  /**
   * players who need one and the same table in all sessions, with its number.
   */
  locked?: {
    [k: string]: number;
  };
  sessions: number;
}
/**
 * Enter the scores of a table in the order of its seats. Entered again by the same person they replace the former.
 *
 */
export interface EnterScores {
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: [number, number, number, number];
  /**
   * riichi sticks left on the table
   */
  bets?: number;
}
/**
 * What was entered; `number` is what the next request knows.
 *
 */
export interface Entered {
  number: number;
  digest: string;
  entries: Happened[];
  /**
   * what tables with Jantaku were told then, and whether they did it.
   */
  told: TableTold[];
}
/**
 * An entry of a book; its content is null where it is withheld.
 *
 */
export interface Happened {
  number: number;
  /**
   * UTC, ISO 8601.
   */
  wall: string;
  login: string;
  kind: string;
  entry:
    | (
        | TournamentOpened
        | PlayerRegistered
        | PlayerWithdrawn
        | SessionSeated
        | TableEquipped
        | TableSetUp
        | PlayersSwapped
        | PlayerSubstituted
        | PlayerArrived
        | PlayerLate
        | PlayerExcused
        | SessionBegun
        | TimeExtended
        | SessionClosed
        | TablePlayed
        | TableEntered
        | TableSigned
        | TableCorrected
        | PenaltyGiven
        | PenaltyCancelled
      )
    | null;
  /**
   * hashes of the entry before and of this one.
   */
  before: string;
  /**
   * hashes of the entry before and of this one.
   */
  digest: string;
}
/**
 * The tournament, once and first.
 *
 */
export interface TournamentOpened {
  kind: "opened";
  title: string;
  /**
   * its name or values (`Ruleset.to_mapping`).
   */
  ruleset: {};
  /**
   * results and penalties of a session are shown only when it is over.
   */
  withheld?: boolean;
  /**
   * scores entered by hand count only when two people have entered the same.
   */
  entered_twice?: boolean;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A player, who plays from a session on; entered again it changes what is known of him.
 *
 */
export interface PlayerRegistered {
  kind: "registered";
  player: string;
  name: string;
  country?: string;
  club?: string;
  since?: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A player plays no more from a session on.
 *
 */
export interface PlayerWithdrawn {
  kind: "withdrawn";
  player: string;
  since: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The tables of a session, each with its players in the order of their seats.
 *
 */
export interface SessionSeated {
  kind: "seated";
  session: number;
  tables: [string, string, string, string][];
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The name by which the hall knows a table of the tournament that has Jantaku; empty where it has not.
 *
 */
export interface TableEquipped {
  kind: "equipped";
  table: number;
  hall_table: string;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The hall has told a table who sits there in a session.
 *
 */
export interface TableSetUp {
  kind: "table_set_up";
  session: number;
  table: number;
  /**
   * @minItems 4
   * @maxItems 4
   */
  players: [string, string, string, string];
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * Two players sat in each other's seats for a whole session: what was played there follows them.
 *
 */
export interface PlayersSwapped {
  kind: "swapped";
  session: number;
  one: string;
  other: string;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * Somebody plays for a player in one session (WRC 7.2).
 *
 */
export interface PlayerSubstituted {
  kind: "substituted";
  session: number;
  player: string;
  substitute: string;
  /**
   * the player loses no points for missing it.
   */
  excused?: boolean;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A player is there for a session; or is not, after he was entered by mistake.
 *
 */
export interface PlayerArrived {
  kind: "arrived";
  session: number;
  player: string;
  here?: boolean;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
  /**
   * real time of the entry, seconds since 1970; 0 in entries from before it was kept.
   */
  at_s?: number;
}
/**
 * A player came so many minutes late to a session (WRC 7.2); 0 costs nothing.
 *
 */
export interface PlayerLate {
  kind: "late";
  session: number;
  player: string;
  minutes: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The points that a player lost for being late to a session, or for missing it, are given back.
 *
 */
export interface PlayerExcused {
  kind: "excused";
  session: number;
  player: string;
  why: string;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The start signal of a session (WRC 8.2).
 *
 */
export interface SessionBegun {
  kind: "session_begun";
  session: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
  /**
   * real time of the entry, seconds since 1970; 0 in entries from before it was kept.
   */
  at_s?: number;
}
/**
 * A table has so many more minutes in a session; fewer if negative.
 *
 */
export interface TimeExtended {
  kind: "time_extended";
  session: number;
  table: number;
  minutes: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A session is over and its standings may be shown.
 *
 */
export interface SessionClosed {
  kind: "session_closed";
  session: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The scores of a table, from its journal, with the players and penalties that the journal names.
 *
 */
export interface TablePlayed {
  kind: "table_played";
  session: number;
  table: number;
  /**
   * @minItems 4
   * @maxItems 4
   */
  players: [string, string, string, string];
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: [number, number, number, number];
  /**
   * @minItems 4
   * @maxItems 4
   */
  totals: [number, number, number, number];
  penalties?: TablePenalty[];
  disqualified?: string[];
  /**
   * number of the entry of that journal which began it; 0 in entries from before it was kept.
   */
  hanchan?: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A penalty in a table's journal (`PlayerPenalty`).
 *
 */
export interface TablePenalty {
  player: string;
  points: number;
  reason: string;
  grade?: string;
  judge?: string;
}
/**
 * The scores of a table without a journal, as one person read them off the score sheet, by seat.
 *
 */
export interface TableEntered {
  kind: "table_entered";
  session: number;
  table: number;
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: [number, number, number, number];
  /**
   * riichi sticks left on the table
   */
  bets?: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * The result of a table was signed; from then on only `TableCorrected` changes it.
 *
 */
export interface TableSigned {
  kind: "table_signed";
  session: number;
  table: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * Another result of a table than was signed, by a ruling.
 *
 */
export interface TableCorrected {
  kind: "table_corrected";
  session: number;
  table: number;
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: [number, number, number, number];
  why: string;
  /**
   * riichi sticks left on the table
   */
  bets?: number;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A penalty, at any moment; guidance (SAI 54.6) costs nothing and is recorded.
 *
 */
export interface PenaltyGiven {
  kind: "penalty_given";
  /**
   * its number, by which it can be cancelled.
   */
  penalty: number;
  session: number;
  player: string;
  grade: string;
  reason: string;
  /**
   * of the overall score; None for what the ruleset gives for the grade.
   */
  points?: number | null;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * A penalty is taken back.
 *
 */
export interface PenaltyCancelled {
  kind: "penalty_cancelled";
  penalty: number;
  why?: string;
  /**
   * who entered it; the table's name for what came from its journal.
   */
  by?: string;
  /**
   * on which it was entered.
   */
  day?: number;
}
/**
 * What became of what was said to a table.
 *
 */
export interface TableTold {
  table: number;
  /**
   * its name in the hall.
   */
  hall_table: string;
  /**
   * whether the table did it.
   */
  done: boolean;
  /**
   * why not, in English words; empty if it did.
   */
  error: string;
  /**
   * the same as a text that can be put into other languages.
   */
  why: MessageShown | null;
}
/**
 * A text as its code and its arguments, which programs can put into words of their own.
 *
 */
export interface MessageShown {
  /**
   * of the text; a program that does not know it shows the words that came with it.
   */
  code: string;
  /**
   * of the text by name; among them may be texts again.
   */
  arguments: {};
}
/**
 * A player, who plays from the session `since` on; without an id his name is his id.
 *
 */
export interface Entrant {
  name: string;
  id?: string | null;
  country?: string;
  club?: string;
  since?: number;
}
/**
 * A player. He plays from the session `since` on, and no more from `withdrawn` on.
 *
 */
export interface EntrantShown {
  id: string;
  name: string;
  country: string;
  club: string;
  since: number;
  withdrawn: number | null;
}
/**
 * Say by which name the hall knows a table of this tournament that has Jantaku.
 *
 */
export interface EquipTable {
  table: number;
  /**
   * empty if the table has no Jantaku.
   */
  hall_table?: string;
}
/**
 * Give back the points that a player lost for being late to this session or for missing it, with the reason.
 *
 */
export interface ExcusePlayer {
  player: string;
  why: string;
}
/**
 * Give one table more minutes in this session; fewer if negative.
 *
 */
export interface ExtendTime {
  minutes: number;
}
/**
 * Give a player a penalty. It gets the next number, by which it can be cancelled.
 *
 */
export interface GivePenalty {
  session: number;
  player: string;
  grade: "chombo" | "continue" | "dead_hand" | "disqualified" | "end" | "guidance" | "points" | "warning";
  reason: string;
  /**
   * of the overall score; null for what the ruleset gives for the grade.
   */
  points?: number | null;
}
/**
 * Give the start signal again to tables that did not hear it; their time runs from when it was first given.
 *
 */
export interface GiveSignal {
  /**
   * these tables; empty for all.
   *
   * @maxItems 999
   */
  only?: number[];
}
/**
 * A penalty that somebody gave, with its number; also one that was cancelled.
 *
 */
export interface GivenPenalty {
  penalty: number;
  session: number;
  player: string;
  grade: string;
  reason: string;
  points: number | null;
  by: string;
  cancelled: boolean;
  why_cancelled: string;
}
/**
 * A tournament in the list of all.
 *
 */
export interface Listed {
  id: string;
  title: string;
  number: number;
}
/**
 * Standings after so many entries.
 *
 */
export interface NumberedStandings {
  sessions: number[];
  places: PlaceShown[];
  number: number;
}
/**
 * A player's place: null for substitutes and the disqualified.
 *
 */
export interface PlaceShown {
  place: number | null;
  player: string;
  /**
   * of all sessions that count, less penalties, in points of the table.
   */
  total: number;
  /**
   * the total of each session that counts, null where he did not play.
   */
  sessions: (number | null)[];
  /**
   * points of the overall score that he lost.
   */
  penalties: number;
}
/**
 * Open a tournament. Its book is empty before, so `known` is 0.
 *
 */
export interface OpenTournament {
  /**
   * its name in addresses: small letters, digits and hyphens.
   */
  id: string;
  title: string;
  /**
   * the name of one that comes with the program, or all values of one.
   */
  ruleset: string | {};
  /**
   * results and penalties of a session are shown only when it is over.
   */
  withheld?: boolean;
  /**
   * scores entered by hand count only when two people have entered the same.
   */
  entered_twice?: boolean;
}
/**
 * A penalty that holds; points of the overall score.
 *
 */
export interface PenaltyShown {
  session: number;
  player: string;
  points: number;
  reason: string;
  grade: string;
  judge: string;
}
/**
 * Why nothing was done.
 *
 */
export interface Problem {
  /**
   * in English words, after the line and the field.
   */
  error: string;
  /**
   * for programs.
   */
  code:
    | "away"
    | "body"
    | "damaged"
    | "field"
    | "login"
    | "method"
    | "origin"
    | "refused"
    | "role"
    | "stale"
    | "type"
    | "unknown";
  why: MessageShown;
  /**
   * of the request that is wrong.
   */
  field?: string;
  /**
   * of a pasted table, from 1.
   */
  line?: number;
  /**
   * what the field may be, as a JSON schema.
   */
  allowed?: {} | null;
  /**
   * how many entries the book has.
   */
  number?: number | null;
  /**
   * those that the request did not know.
   */
  since?: Happened[] | null;
}
/**
 * What the rules take for a late arrival on which nobody has ruled yet; points of the overall score.
 *
 */
export interface ProposedShown {
  player: string;
  minutes: number;
  points: number;
}
/**
 * Register players. Registered again, what is known of a player changes, and one who left is back. As `text/csv` the first line names the columns: name, and any of id, country, club, since.
 *
 */
export interface RegisterPlayers {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  players: Entrant[];
}
/**
 * Seat the sessions that have not begun for those who play now: after somebody left or came.
 *
 */
export interface RepairSeats {
  /**
   * of the draw; the same seed with the same people gives the same seats.
   */
  seed?: number;
  /**
   * who should meet as seldom as possible.
   */
  apart?: "club" | "country" | "nobody";
  /**
   * players who need one and the same table in all sessions, with its number.
   */
  locked?: {
    [k: string]: number;
  };
}
/**
 * The tables of a session, each with its players in the order of their seats, East first.
 *
 */
export interface SeatByHand {
  session: number;
  /**
   * @minItems 1
   * @maxItems 250
   */
  tables: [string, string, string, string][];
}
/**
 * Seat the next session by standings: who stand side by side meet, unless they have met before.
 *
 */
export interface SeatByStandings {
  /**
   * of the draw; the same seed with the same people gives the same seats.
   */
  seed?: number;
  /**
   * who should meet as seldom as possible.
   */
  apart?: "club" | "country" | "nobody";
  /**
   * players who need one and the same table in all sessions, with its number.
   */
  locked?: {
    [k: string]: number;
  };
}
/**
 * What a table with Jantaku says of its seats, if it was asked in vain why.
 *
 */
export interface SeatsAtTable {
  table: number;
  /**
   * its name in the hall.
   */
  hall_table: string;
  /**
   * whether the table did it.
   */
  done: boolean;
  /**
   * why not, in English words; empty if it did.
   */
  error: string;
  /**
   * the same as a text that can be put into other languages.
   */
  why: MessageShown | null;
  /**
   * a hanchan goes on there; only then seats are compared.
   */
  running: boolean;
  /**
   * by seat, as the table has them; empty where none runs.
   */
  names: string[];
  /**
   * the seats that differ from the book.
   */
  wrong: WrongSeatShown[];
}
/**
 * A seat at which a table has somebody else than the book.
 *
 */
export interface WrongSeatShown {
  /**
   * 0 for East.
   */
  seat: number;
  /**
   * the player who sits there by the book.
   */
  planned: string;
  /**
   * the name that the table has.
   */
  found: string;
  /**
   * the player with whom `planned` changes seats by `swap_seats`; null if nobody of that name sits in this session, as when somebody stands in.
   */
  swap: string | null;
}
/**
 * A session and its tables; arrivals are withheld as results are.
 *
 */
export interface SessionShown {
  session: number;
  begun: boolean;
  closed: boolean;
  /**
   * when the start signal was given, seconds since 1970; null before, and where it is not known.
   */
  signal_s: number | null;
  /**
   * who is there, table by table.
   */
  arrivals: ArrivalShown[];
  /**
   * enter them with `arrive_late`, or `arrive_late` with 0 minutes.
   */
  proposed: ProposedShown[];
  tables: TableOfSession[];
}
/**
 * A table of a session, everything by seat.
 *
 */
export interface TableOfSession {
  table: number;
  /**
   * @minItems 4
   * @maxItems 4
   */
  players: [string, string, string, string];
  /**
   * null while there is no result, or none that may be shown; totals are with uma and oka.
   */
  scores: [number, number, number, number] | null;
  /**
   * null while there is no result, or none that may be shown; totals are with uma and oka.
   */
  places: [number, number, number, number] | null;
  /**
   * null while there is no result, or none that may be shown; totals are with uma and oka.
   */
  totals: [number, number, number, number] | null;
  /**
   * of the result; or why there is none (nobody entered it, one person did, or two differently); null where it is withheld.
   */
  source: ("by hand" | "corrected" | "differs" | "journal" | "missing" | "once") | null;
  signed: boolean;
  /**
   * its name in the hall; empty where it has no Jantaku.
   */
  hall_table: string;
  /**
   * beyond the time that the rules give.
   */
  extra_minutes: number;
}
/**
 * Set up the tables with Jantaku for this session: each begins a hanchan with its players, which awaits the signal. Where the rules want it, no other hanchan begins there before the result is signed (WRC 8.2). Nothing of an earlier session stays there. What still runs at a table of the tournament that has no seats now is ended if the table has a result.
 *
 */
export interface SetUpTables {
  /**
   * these tables; empty for all.
   *
   * @maxItems 999
   */
  only?: number[];
  /**
   * throw away hanchans that still run there; only their penalties count.
   */
  force?: boolean;
}
/**
 * Sign the result of a table; from then on only a correction changes it. Where the rules want it signed first, the table hears of it: there sticks may be reset and another hanchan may begin.
 *
 */
export interface SignTable {}
/**
 * Standings, and the sessions that count in them.
 *
 */
export interface StandingsShown {
  sessions: number[];
  places: PlaceShown[];
}
/**
 * Somebody plays for a player in this session; an excused player loses no points for missing it.
 *
 */
export interface SubstitutePlayer {
  player: string;
  substitute: string;
  excused?: boolean;
}
/**
 * Two players sat in each other's seats for this whole session: what was played there follows them.
 *
 */
export interface SwapSeats {
  one: string;
  other: string;
}
/**
 * Take the result of a table from its journal: the last hanchan that has ended there since the session began.
 *
 */
export interface TakeFromJournal {
  /**
   * the name by which the hall knows the table; empty for the one that the tournament gave it, or its number.
   */
  hall_table?: string;
}
/**
 * Tell tables once more that their results of a session are signed, if they did not hear it.
 *
 */
export interface TellSignatures {
  /**
   * these tables; empty for all.
   *
   * @maxItems 999
   */
  only?: number[];
}
/**
 * Standings as they were shown from an entry on.
 *
 */
export interface VersionShown {
  sessions: number[];
  places: PlaceShown[];
  version: number;
  entry: number;
}
/**
 * A whole tournament.
 *
 */
export interface Whole {
  format: 1;
  id: string;
  /**
   * of entries in its book.
   */
  number: number;
  /**
   * hash of the newest.
   */
  digest: string;
  title: string;
  /**
   * all its values.
   */
  ruleset: {};
  players: EntrantShown[];
  sessions: SessionShown[];
  penalties: PenaltyShown[];
  standings: StandingsShown;
  /**
   * the standings that were shown, one after the other.
   */
  versions: VersionShown[];
}
/**
 * A player plays no more from a session on. Repair the seats after it.
 *
 */
export interface WithdrawPlayer {
  player: string;
  since: number;
}
